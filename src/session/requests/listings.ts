/** The four lists that a server may have. */
import {
  type Codec,
  type Prompt,
  type Resource,
  type ResourceTemplate,
  readPage,
  readPrompt,
  readResource,
  readResourceTemplate,
  type Tool,
} from '../../protocol/index.js'
import type { Listing } from './list-pages.js'

/** How a tool is listed depends on the era. */
export function toolListing({ readToolPage }: Codec): Listing<Tool> {
  return {
    method: 'tools/list',
    plural: 'tools',
    singular: 'tool',
    read: readToolPage,
    keyOf: ({ name }) => name,
  }
}

export const RESOURCE_LISTING: Listing<Resource> = {
  method: 'resources/list',
  plural: 'resources',
  singular: 'resource',
  read: (result) => readPage(result, 'resources', readResource),
  keyOf: ({ uri }) => uri,
}

export const RESOURCE_TEMPLATE_LISTING: Listing<ResourceTemplate> = {
  method: 'resources/templates/list',
  plural: 'resource templates',
  singular: 'resource template',
  read: (result) => readPage(result, 'resourceTemplates', readResourceTemplate),
  keyOf: ({ uriTemplate }) => uriTemplate,
}

export const PROMPT_LISTING: Listing<Prompt> = {
  method: 'prompts/list',
  plural: 'prompts',
  singular: 'prompt',
  read: (result) => readPage(result, 'prompts', readPrompt),
  keyOf: ({ name }) => name,
}
