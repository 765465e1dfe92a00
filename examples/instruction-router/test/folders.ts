/** Folders of instructions for tests. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TestFolder extends AsyncDisposable {
  readonly path: string
  write(name: string, content: string | Uint8Array): Promise<void>
}

/** A temporary folder with these files; disposing removes it. */
export async function createFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), 'instruction-router-'))
  const folder: TestFolder = {
    path,
    async write(name, content) {
      await mkdir(dirname(join(path, name)), { recursive: true })
      await writeFile(join(path, name), content)
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
  for (const [name, content] of Object.entries(files)) await folder.write(name, content)
  return folder
}

/** The text of a file of the user dialect. */
export function instructionText(title: string, body = 'Text.'): string {
  return `---\ntitle: ${title}\ndescription: About ${title}\n---\n# ${title}\n\n${body}\n`
}
