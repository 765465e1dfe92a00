/**
 * Writes the pages of docs/reference that are made of the sources: every option of every command, every field of every shipped
 * schema. `--check` writes nothing and exits with 1 where a page is not what it would be.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { COMMANDS } from '../dist/cli/command-list.js'
import { createProgram } from '../dist/cli/program.js'

const root = new URL('../', import.meta.url)
const MADE = '<!-- Made by `npm run reference`: change the sources instead. -->'
const pages = { 'docs/reference/options.md': await optionsPage(), 'docs/reference/schemas.md': schemasPage() }

const stale = Object.entries(pages).filter(([path, text]) => read(path) !== text)
if (process.argv.includes('--check')) {
  for (const [path] of stale)
    process.stderr.write(`${path} is not what the sources say: npm run reference writes it\n`)
  process.exitCode = stale.length === 0 ? 0 : 1
} else for (const [path, text] of stale) writeFileSync(new URL(path, root), text)

async function optionsPage() {
  const program = await createProgram({ stdout: () => undefined, env: {} }, async (listed, program) =>
    (await listed.load())(program, {}),
  )
  const sections = program.commands
    .filter((command) => COMMANDS.some(({ name }) => name === command.name()))
    .map((command) => {
      const takes = [
        ...command.registeredArguments.map((each) => [nameOf(each), each.description, each.defaultValue]),
        ...command.options
          .filter(({ hidden }) => !hidden)
          .map((each) => [each.flags, each.description, each.defaultValue]),
      ]
      const rows = takes.map(([name, says, standard]) =>
        row(code(name), says, standard === undefined ? '' : code(String(standard))),
      )
      return `## understudy ${command.name()}\n\n${sentence(command.description())}\n\n${table(['takes', 'which is', 'default'], rows)}`
    })
  return page(
    'Options',
    'What each command takes, as `understudy COMMAND --help` prints it. What it is for stands in [the command line](command-line.md).',
    sections,
  )
}

function schemasPage() {
  const sections = readdirSync(new URL('schemas/', root)).map((file) => {
    const schema = JSON.parse(read(`schemas/${file}`))
    const rows = [...fields(schema, schema, '', new Set())].map(([path, type, says]) =>
      row(code(path), type, says),
    )
    return `## ${file}\n\n${sentence(schema.title)} It is shipped as \`mcp-understudy/${file}\`.\n\n${table(['field', 'type', 'says'], rows)}`
  })
  return page(
    'Schemas',
    'Every field of every file that is read or written, as its shipped JSON Schema has it: `[]` is each item of a list, `*` each member of a map.',
    sections,
  )
}

/** Of each field its path, what it may be, and what it is; a definition that holds itself is followed once. */
function* fields(schema, whole, path, open) {
  const target = schema.$ref === undefined ? schema : { ...pointed(whole, schema.$ref), ...schema }
  if (schema.$ref !== undefined && open.has(schema.$ref)) return
  const within = schema.$ref === undefined ? open : new Set([...open, schema.$ref])
  for (const each of [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])])
    yield* fields(each, whole, path, within)
  for (const [name, member] of Object.entries(target.properties ?? {}))
    yield* field(member, whole, `${path}/${name}`, within)
  if (isSchema(target.additionalProperties))
    yield* field(target.additionalProperties, whole, `${path}/*`, within)
  if (isSchema(target.items)) yield* fields(target.items, whole, `${path}[]`, within)
}

function* field(member, whole, path, open) {
  const target = member.$ref === undefined ? member : { ...pointed(whole, member.$ref), ...member }
  if (Object.keys(target).length > 0 || path !== '/$schema')
    yield [path, typeOf(target, whole), target.description ?? target.title ?? '']
  yield* fields(member, whole, path, open)
}

function typeOf(schema, whole) {
  const { type, enum: values, const: value, anyOf, oneOf, $ref } = schema
  if (value !== undefined) return code(JSON.stringify(value))
  if (values !== undefined) return values.map((each) => code(JSON.stringify(each))).join(', ')
  if (type !== undefined)
    return [type].flat().join(' or ') + (isSchema(schema.items) ? ` of ${typeOf(schema.items, whole)}` : '')
  const either = anyOf ?? oneOf
  if (either !== undefined) return [...new Set(either.map((each) => typeOf(each, whole)))].join(' or ')
  return $ref === undefined ? 'any' : typeOf(pointed(whole, $ref), whole)
}

function pointed(whole, ref) {
  return ref
    .slice(2)
    .split('/')
    .reduce((part, step) => part[step], whole)
}

function isSchema(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameOf(argument) {
  const name = argument.variadic ? `${argument.name()}...` : argument.name()
  return argument.required ? `<${name}>` : `[${name}]`
}

function page(title, says, sections) {
  return `${[`# ${title}`, MADE, says, ...sections].join('\n\n')}\n`
}

function table(heads, rows) {
  return [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n')
}

/** A cell is one line, and angles are no HTML to what makes pages of this. */
function row(...cells) {
  return `| ${cells
    .map((cell) =>
      cell
        .replace(/\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|')
        .replace(/<(?=[^`]*(?:`[^`]*`[^`]*)*$)/g, '&lt;'),
    )
    .join(' | ')} |`
}

function code(text) {
  return `\`${text}\``
}

function sentence(text) {
  const line = text.replace(/\s*\n\s*/g, ' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}

function read(path) {
  try {
    return readFileSync(new URL(path, root), 'utf8')
  } catch {
    return ''
  }
}
