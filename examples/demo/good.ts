// Reads the notes of a release and stores what matters in the knowledge graph.
const { content } = await mcp.filesystem.read_text_file({ path: 'release.md' })

const owner: string = /owner: (.+)/.exec(content)?.[1] ?? 'nobody'
const open = /open: (.+)/.exec(content)?.[1]?.split(', ') ?? []
console.log(`${owner} has ${open.length} things to do`)

await mcp.memory.create_entities({
  entities: [{ name: owner, entityType: 'person', observations: open.map((task) => `does the ${task}`) }],
})

return { owner, open }
