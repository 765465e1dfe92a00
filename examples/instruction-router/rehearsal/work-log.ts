// Routes what the user said, reads the instruction that applies, and writes an entry of the work log as it says.
const said = 'write down what I did today: the import is done'
const { instructions } = await mcp.router.route_instructions({ message: said, limit: 1 })
const [top] = instructions
if (top === undefined) throw new Error('no instruction applies')

const read = await mcp.router.get_instructions({ topic: top.id, exact_match: true, include_content: true })
const content: string = read.instructions[0].content
const heading = /^# (.+)$/m.exec(content)?.[1] ?? top.title
console.log(`${top.id} applies: ${heading}`)

await mcp.filesystem.write_file({ path: 'work-log.md', content: `# ${heading}\n\nDone: the import.\nBy: ${top.id}\n` })

return { followed: top.id, heading }
