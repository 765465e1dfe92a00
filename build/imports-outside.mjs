/**
 * A script that runs with code of an earlier process cannot import modules: Node does not know whose it is. What scripts import of packages
 * is imported by one that Node always loads itself.
 */
import { dirname, relative } from 'node:path'
import { nodesIn } from './own-place.mjs'

/** In the folder of the scripts. */
export const IMPORTING = { fileName: 'import.cjs', text: 'module.exports = (name) => import(name)\n' }
const TOLD_IMPORT = '__importOutside('

/**
 * For the scripts that modules of `dist` become.
 * @param isOutside whether a name stands for what is not joined
 */
export function importsOutside({ dist, isOutside }) {
  return {
    name: 'imports-outside',
    transform(code, id) {
      if (!id.startsWith(dist) || !/\bimport\(/.test(code)) return null
      const imports = nodesIn(this.parse(code)).filter(
        ({ type, source }) => type === 'ImportExpression' && isOutside(source.value ?? 'computed'),
      )
      return { code: imports.reverse().reduce((told, { start }) => tellImport(told, start), code), map: null }
    },
    renderChunk(code, { fileName }) {
      const path = relative(dirname(fileName), IMPORTING.fileName)
      return {
        code: code.replaceAll(
          TOLD_IMPORT,
          `require(${JSON.stringify(path.startsWith('.') ? path : `./${path}`)})(`,
        ),
        map: null,
      }
    },
  }
}

function tellImport(code, start) {
  if (!code.startsWith('import(', start))
    throw new Error('an import is written otherwise than the compiler does')
  return `${code.slice(0, start)}${TOLD_IMPORT}${code.slice(start + 'import('.length)}`
}
