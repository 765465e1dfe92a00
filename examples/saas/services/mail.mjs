// A mail server. What it sent is sent: nothing here can be taken back.

export function createMail() {
  const sent = []
  return {
    send: {
      description: 'Sends a mail',
      inputSchema: {
        type: 'object',
        properties: {
          to: { type: 'string', pattern: '^[^@ ]+@[^@ ]+$' },
          subject: { type: 'string' },
          body: { type: 'string' },
        },
        required: ['to', 'subject', 'body'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: false, destructiveHint: true },
      call(mail) {
        sent.push(mail)
        return { message_id: `<${1000 + sent.length}@mail.example.com>`, queued: true }
      },
    },
    list_sent: {
      description: 'Mails that were sent, five a page',
      inputSchema: {
        type: 'object',
        properties: { page: { type: 'integer', minimum: 1 } },
        required: ['page'],
      },
      annotations: { readOnlyHint: true },
      call: ({ page }) => ({
        mails: sent.slice((page - 1) * 5, page * 5),
        next_page: page * 5 < sent.length ? page + 1 : null,
      }),
    },
  }
}
