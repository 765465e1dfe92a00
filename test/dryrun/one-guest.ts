/**
 * A sandbox of one guest for all rehearsals and runs of a worker that do not look at what others left behind, and do not reach for the
 * machine (the kernel tells of that when a guest ends): starting one takes longer than what small programs do in it.
 */
import { inOneGuest } from '../../src/execution/index.js'
import type { Sandbox } from '../../src/sandbox/index.js'
import { oneSandbox } from './one-sandbox.js'

const opened: Promise<Sandbox>[] = []

/** Whoever asks first opens it; it ends with the worker's process, or by `closeOneGuest`, which whoever counts the children of that process calls first. */
export function oneGuest(): Promise<Sandbox> {
  const [there = open()] = opened
  if (opened.length === 0) opened.push(there)
  return there
}

export async function closeOneGuest(): Promise<void> {
  for (const each of opened.splice(0)) await (await each)[Symbol.asyncDispose]()
}

async function open(): Promise<Sandbox> {
  return inOneGuest(await oneSandbox()).sandbox
}
