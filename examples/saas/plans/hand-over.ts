// Opens an issue, and tells its owner by the id that the tracker made.
const { id, url } = await mcp.tracker.create_issue({ title: params.title, owner: params.owner })
const { message_id } = await mcp.mail.send({ to: params.owner, subject: `${id} is yours`, body: `See ${url}.` })
await mcp.tracker.add_comment({ id, text: `Told by mail ${message_id}` })
return id
