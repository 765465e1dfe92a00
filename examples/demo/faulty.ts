// Three mistakes that would only show after the first file has been overwritten.
const { content } = await mcp.filesystem.list_directory({ path: '.' })

await mcp.filesystem.write_file({ path: 'summary.md', content: [42] })

if (content.includes('ideas.md')) {
  await mcp.filesystem.move_fil({ source: 'ideas.md', destination: 'done.md' })
}

await mcp.memory.add_observations({ observations: [{ entityName: 'Release 2.4' }] })
