/** Tools of which nothing was recorded: one that reads by a schema, and two of which nothing is known. */

const TEXT = { type: 'string' }
const GET = {
  name: 'get',
  annotations: { readOnlyHint: true },
  inputSchema: { type: 'object' },
  outputSchema: {
    type: 'object',
    properties: {
      ...{
        name: TEXT,
        code: TEXT,
        count: { type: 'integer' },
        price: { type: 'number' },
        tags: { type: 'array', items: TEXT },
      },
      items: { type: 'array', items: { type: 'object', properties: { sku: TEXT }, required: ['sku'] } },
    },
    required: ['name', 'code', 'count', 'price', 'tags', 'items'],
  },
} as const
export const CRM = [
  {
    server: 'crm',
    tools: [
      GET,
      { name: 'note', inputSchema: { type: 'object' } },
      { name: 'wipe', inputSchema: { type: 'object' } },
    ],
  },
]
