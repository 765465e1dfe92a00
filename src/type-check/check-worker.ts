/**
 * The process that loads a compiler and asks it: JavaScript as text, because a process needs a file or a text to start from.
 * Standard input is one CheckRequest, standard output one CheckReply. The compiler sees three files, in a folder that does not
 * exist; of the real ones it gets its own library and no other.
 */
export const CHECK_WORKER = `
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const FOLDER = '/understudy-types'
const { compiler, kind, text, declarations } = JSON.parse(readFileSync(0, 'utf8'))
const checked = FOLDER + '/program.' + kind
const around = FOLDER + '/around.d.ts'
const files = new Map([[checked, text], [around, declarations]])
const options = {
  strict: true,
  noImplicitAny: false,
  useUnknownInCatchVariables: false,
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  lib: ['esnext'],
  types: [],
  noResolve: true,
  noEmit: true,
  allowJs: true,
  checkJs: true,
  skipLibCheck: kind !== 'd.ts',
}

ask().then((problems) => process.stdout.write(JSON.stringify({ problems })))

async function ask() {
  const all = compiler.generation === 'native' ? await askNative() : askScript()
  return all.slice(0, 200).map((each) => ({ ...each, message: each.message.slice(0, 1000) }))
}

async function askNative() {
  const { API } = await import(pathToFileURL(compiler.entry).href)
  const project = FOLDER + '/tsconfig.json'
  files.set(project, JSON.stringify({ compilerOptions: options, files: [checked, around] }))
  const isLibrary = (name) => libraryFile(name) !== undefined
  const api = new API({
    cwd: FOLDER,
    fs: {
      readFile: (name) => (isLibrary(name) ? undefined : (files.get(name) ?? null)),
      fileExists: (name) => (isLibrary(name) ? undefined : files.has(name)),
      directoryExists: (name) => name === FOLDER,
      getAccessibleEntries: () => ({ files: [], directories: [] }),
      realpath: (name) => name,
    },
  })
  try {
    const [opened] = api.updateSnapshot({ openProjects: [project] }).getProjects()
    const found = [...opened.program.getSyntacticDiagnostics(checked), ...opened.program.getSemanticDiagnostics(checked)]
    return found.map(({ code, pos, text, messageChain = [] }) => ({
      code,
      offset: pos,
      message: [text, ...messageChain.map((each) => each.text)].join('\\n'),
    }))
  } finally {
    api.close()
  }
}

function askScript() {
  const ts = require(compiler.entry)
  const settings = ts.convertCompilerOptionsFromJson(options, FOLDER).options
  const parse = (name) => {
    const source = files.get(name) ?? readLibrary(name)
    return source === undefined ? undefined : ts.createSourceFile(name, source, ts.ScriptTarget.ESNext)
  }
  const program = ts.createProgram({
    rootNames: [checked, around],
    options: settings,
    host: {
      getSourceFile: parse,
      getDefaultLibFileName: (given) => join(compiler.library, ts.getDefaultLibFileName(given)),
      getDefaultLibLocation: () => compiler.library,
      writeFile: () => undefined,
      getCurrentDirectory: () => FOLDER,
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\\n',
      fileExists: (name) => files.has(name) || libraryFile(name) !== undefined,
      readFile: (name) => files.get(name) ?? readLibrary(name),
      directoryExists: (name) => name === FOLDER,
      getDirectories: () => [],
    },
  })
  const source = program.getSourceFile(checked)
  const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
  return found.map(({ code, start, messageText }) => ({
    code,
    offset: start ?? 0,
    message: ts.flattenDiagnosticMessageText(messageText, '\\n'),
  }))
}

function readLibrary(name) {
  const file = libraryFile(name)
  return file === undefined ? undefined : readFileSync(file, 'utf8')
}

/** A file of the compiler's own library, whatever way is written to it. */
function libraryFile(name) {
  const folder = compiler.library.replaceAll('\\\\', '/')
  const [, base] = name.startsWith(folder + '/') ? /^\\/(lib(?:\\.[a-z0-9]+)*\\.d\\.ts)$/.exec(name.slice(folder.length)) ?? [] : []
  return base === undefined ? undefined : join(compiler.library, base)
}
`

/** Which compiler, and where it lies. */
export interface Compiler {
  readonly version: string
  /** `native` is asked through an interface of its own, `script` is a module. */
  readonly generation: 'native' | 'script'
  /** The module that is loaded. */
  readonly entry: string
  /** The folder of its library: `lib.esnext.d.ts` and so on. */
  readonly library: string
}
