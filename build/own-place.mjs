/**
 * A module finds files beside it: it is told where the compiler put it, wherever its text is now. Reads the compiler's maps along, so
 * that what is joined has maps to the sources.
 */
import { readFile } from 'node:fs/promises'
import { dirname, relative, sep } from 'node:path'

const META = 'import.meta.url'
const PLACE = '__placeOf'
const TOLD_PLACE = new RegExp(`${PLACE}\\("([^"]+)"\\)`, 'g')
/** How text says where it is, by a path from there. */
const PLACES = {
  esm: (path) => `new URL("${path}", ${META}).href`,
  cjs: (path) => `require("node:url").pathToFileURL(__dirname + "/${path}").href`,
}

/**
 * For what is joined from modules of `dist`, in the folder `joined/FOLDER` of it. Programs, by their names below `dist`, and what starts
 * them find each other among what is joined; all else lies where it was.
 */
export function ownPlace({ dist, folder, format, programs }) {
  const movedFolders = new Set(programs.map((name) => `${name.split('/')[0]}/`))
  const placeOf = (own) => ([...movedFolders].some((moved) => own.startsWith(moved)) ? `joined/${own}` : own)
  return {
    name: 'own-place',
    async load(id) {
      if (!id.startsWith(dist)) return null
      const [code, map] = await Promise.all([readFile(id, 'utf8'), readFile(`${id}.map`, 'utf8')])
      return { code, map }
    },
    transform(code, id) {
      if (!id.startsWith(dist) || !code.includes('import.meta')) return null
      return { code: tellPlace(this.parse(code), code, relative(dist, id).replaceAll(sep, '/')), map: null }
    },
    renderChunk(code, { fileName }) {
      const from = dirname(`joined/${folder}/${fileName}`)
      const told = code.replaceAll(TOLD_PLACE, (_, own) =>
        PLACES[format](relative(from, placeOf(own)).replaceAll(sep, '/')),
      )
      return { code: told, map: null }
    },
  }
}

function tellPlace(tree, code, own) {
  const metas = nodesIn(tree).filter(({ type, meta }) => type === 'MetaProperty' && meta.name === 'import')
  let told = code
  for (const { start } of metas.reverse()) {
    if (!told.startsWith(META, start)) throw new Error(`${own} reads more of import.meta than its url`)
    told = `${told.slice(0, start)}${PLACE}("${own}")${told.slice(start + META.length)}`
  }
  return told
}

export function nodesIn(tree) {
  if (tree === null || typeof tree !== 'object') return []
  const within = Object.values(tree).flatMap(nodesIn)
  return typeof tree.type === 'string' ? [tree, ...within] : within
}
