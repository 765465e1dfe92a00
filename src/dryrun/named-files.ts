/** Which files of this machine the arguments of a call may name: scripts that it runs, texts that it reads. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../base/index.js'
import { leavesOf } from '../plan/index.js'

/** Absolute paths that may or may not be there: each text as it is, and its words. Relative ones start from `cwd`. */
export function namedFiles(args: JsonObject, cwd: string): readonly string[] {
  const texts = leavesOf(0, args).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const named = texts.flatMap((text) => (text.length > LONGEST_COMMAND ? [] : [text, ...wordsOf(text)]))
  return [...new Set(named.flatMap((name) => pathOf(name, cwd)))].slice(0, MOST_FILES)
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s"'`=;,|&<>()]+/).slice(0, MOST_WORDS)
}

function pathOf(name: string, cwd: string): readonly string[] {
  if (name === '' || name.length > LONGEST_NAME || name.includes('\0')) return []
  if (!name.startsWith('file:')) return [resolve(cwd, name)]
  try {
    return [fileURLToPath(name)]
  } catch {
    // Of another host, or no URL.
    return []
  }
}

/** Characters; what is longer is the content of something, and no command. */
const LONGEST_COMMAND = 4_096
const LONGEST_NAME = 1_024
const MOST_WORDS = 64
const MOST_FILES = 32
