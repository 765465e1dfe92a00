/** Steps of random programs over the official filesystem server, in the shapes that agents write. */
import type { Random } from '../../src/base/index.js'

export interface StepsOfFiles {
  /** As they stand in the program, with their quotes. */
  path(): string
  readonly folder: string
  readonly names: readonly string[]
  /** Statements: one that reads a file into `v`, and one that writes one. */
  readonly read: string
  readonly write: string
}

/** Statements about the text `v` and the number `m`. */
export function agentShapes(
  random: Random,
  { path, folder, names, read, write }: StepsOfFiles,
): readonly string[] {
  const one = <T>(of: readonly T[]): T => random.pick(of)
  const called = (): string => `mcp.fs.read_text_file({ path: ${path()} })`
  const wait = `await new Promise((done) => setTimeout(done, ${one(['5', '200', '10 * 2 ** (m % 4)'])}))`
  return [
    wait,
    `v = (await Promise.all([${called()}, ${called()}])).map(({ content }) => content).join('|')`,
    `v = (await Promise.allSettled([${called()}, ${called()}])).map(({ status, value }) => value?.content ?? status).join()`,
    `retry: for (let i = 0; ; i++) try { ${read}\nbreak retry } catch (failure) { if (i > 1) { v = failure.name; break }\n${wait} }`,
    `for (const path of [${path()}, ${path()}]) { let text\ntry { text = await mcp.fs.read_text_file({ path }) } catch { continue } finally { m++ }\nv += text?.content }`,
    `{ const by = Object.fromEntries((await mcp.fs.list_directory({ path: ${folder} })).content.split('\\n').map((line) => line.match(/\\[(\\w+)\\] (.*)/).slice(1).reverse()))\nv = by['${one(names)}'] ?? 'none' }`,
    `{ const { retries = 0, items: [first = 7] = [] } = JSON.parse(v)\nv = \`\${retries}, \${first}\` }`,
    `v = /t(?<rest>\\w*)/.exec(v)?.groups?.rest ?? v?.slice(1) ?? ''`,
    `function* words(text) { for (const word of text.split(/\\W+/)) if (word) yield word }\nv = [...words(v)].sort().at(${one(['0', '-1', '9'])})?.toUpperCase() ?? ''`,
    `{ const early = ${called()}\n${write}\nv = (await early).content }`,
    `{ const seen = new Map()\nfor (const each of [...v]) seen.set(each, (seen.get(each) ?? 0) + 1)\nif (seen.get('o') > ${one(['0', '1', '2'])}) ${read} }`,
    `v = await Promise.race([${called()}, new Promise((done) => setTimeout(done, 1000))]).then((said) => said?.content ?? 'late', () => 'failed')`,
    `{ const day = new Date(Date.UTC(2026, 0, 31) + v.length * 864e5)\nif (day.getUTCDate() > ${one(['2', '30'])}) ${write} }`,
  ]
}
