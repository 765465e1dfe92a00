/** The project that a first test is written into. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isJsonObject, parseJson } from '../base/index.js'

/** Packages that the tests need and that no `node_modules` on the way up has. */
export function missingPackages(folder: string): readonly string[] {
  const folders = upwards(folder)
  return ['mcp-understudy', 'vitest'].filter(
    (name) => !folders.some((each) => existsSync(join(each, 'node_modules', name, 'package.json'))),
  )
}

/** Whether a TypeScript file in the folder is an ES module: without a package.json that says so it is CommonJS. */
export function isModuleFolder(folder: string): boolean {
  const file = upwards(folder)
    .map((each) => join(each, 'package.json'))
    .find((each) => existsSync(each))
  if (file === undefined) return false
  try {
    const content = parseJson(readFileSync(file, 'utf8'), 'the package.json')
    return isJsonObject(content) && content.type === 'module'
  } catch {
    // A broken package.json says nothing; npm tells what is wrong with it.
    return false
  }
}

function upwards(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...upwards(parent)]
}
