/** The part of YAML 1.2 that is JSON, with positions, by the package yaml. */
import { createRequire } from 'node:module'
import type { Node, Pair } from 'yaml'
import type { DocumentNode, MemberNode } from './document-node.js'
import { DocumentProblem } from './document-problem.js'
import { checkScalar } from './scalar-limits.js'

type Yaml = typeof import('yaml')

/** @throws DocumentProblem for text that is not YAML, uses what JSON does not have, or breaks a limit. */
export function parseYamlDocument(text: string, maxDepth: number, exactNumbers = false): DocumentNode {
  // Loaded when needed: it takes longer to load than everything else that reads files here.
  const yaml: Yaml = createRequire(import.meta.url)('yaml')
  // uniqueKeys compares each key with each other one: time that grows with the square of the text. Repeated keys are found later.
  const [document, second] = yaml.parseAllDocuments(text, {
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  })
  if (document === undefined || document.contents === null) throw new DocumentProblem('the text is empty', 0)
  const [error] = document.errors
  if (error !== undefined) throw new DocumentProblem(error.message, error.pos[0])
  if (second !== undefined) throw new DocumentProblem('a second document begins', second.range[0])
  return createConverter(yaml, exactNumbers)(document.contents, maxDepth)
}

/** The conversion of yaml's nodes, which needs yaml's own guards. */
function createConverter(yaml: Yaml, exactNumbers: boolean): (node: Node, depthLeft: number) => DocumentNode {
  function toNode(node: Node, depthLeft: number): DocumentNode {
    const offset = node.range?.[0] ?? 0
    if (depthLeft < 0) throw new DocumentProblem('nested too deeply', offset)
    if (yaml.isAlias(node))
      throw new DocumentProblem(
        `an alias (*${node.source}), which is not supported: write the value out`,
        offset,
      )
    refuseTag(node, offset)
    if (yaml.isSeq(node)) {
      const items = node.items.map((item) =>
        yaml.isNode(item) ? toNode(item, depthLeft - 1) : nothing(offset),
      )
      return { kind: 'list', items, offset }
    }
    if (yaml.isMap(node))
      return { kind: 'map', members: node.items.map((pair) => toMember(pair, offset, depthLeft - 1)), offset }
    if (yaml.isScalar(node)) {
      const exact = exactNumbers ? node.source : undefined
      return { kind: 'scalar', value: checkScalar(node.value, offset, exact), offset }
    }
    throw new DocumentProblem('a value that JSON cannot hold', offset)
  }

  function toMember(pair: Pair, mapOffset: number, depthLeft: number): MemberNode {
    const { key, value } = pair
    if (!yaml.isScalar(key)) throw new DocumentProblem('a key that is no plain text', mapOffset)
    const offset = key.range?.[0] ?? mapOffset
    refuseTag(key, offset)
    const name = typeof key.value === 'string' ? key.value : (key.source ?? '')
    return {
      key: String(checkScalar(name, offset)),
      offset,
      value: yaml.isNode(value) ? toNode(value, depthLeft) : nothing(offset),
    }
  }

  function refuseTag(node: Node, offset: number): void {
    if (node.tag !== undefined)
      throw new DocumentProblem(`a tag (${node.tag}), which is not supported`, offset)
  }

  return toNode
}

function nothing(offset: number): DocumentNode {
  return { kind: 'scalar', value: null, offset }
}
