#!/usr/bin/env node
// `saas-services COMMAND…` serves while a command runs, which finds the address in SERVICES, and ends as it ends. Without one it serves until
// it is ended.
import { spawn } from 'node:child_process'
import { serve } from './services/serve.mjs'

const [command, ...args] = process.argv.slice(2)
const services = await serve()
if (command === undefined) {
  process.stdout.write(`${services.url}\n`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, services.close)
} else {
  const running = spawn(command, args, { stdio: 'inherit', env: { ...process.env, SERVICES: services.url } })
  process.exitCode = await new Promise((resolve, reject) => {
    running.on('error', reject).on('close', (code) => resolve(code ?? 1))
  })
  services.close()
}
