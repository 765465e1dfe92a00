// Writes down what is open of a release, reads it back, and remembers who has to do it.
const { content } = await mcp.filesystem.read_text_file({ path: 'release.md' })

const owner: string = /owner: (.+)/.exec(content)?.[1] ?? 'nobody'
const open = /open: (.+)/.exec(content)?.[1]?.split(', ') ?? []

await mcp.filesystem.edit_file({
  path: 'release.md',
  edits: [{ oldText: 'owner: Mara', newText: `owner: Mara (${open.length} open)` }],
})
await mcp.filesystem.write_file({ path: 'open.md', content: open.map((task) => `- ${task}\n`).join('') })
const written = await mcp.filesystem.read_text_file({ path: 'open.md' })

const { entities } = await mcp.memory.create_entities({
  entities: [{ name: owner, entityType: 'person', observations: open.map((task) => `does the ${task}`) }],
})

return { lines: written.content.trim().split('\n').length, remembered: entities.length }
