/**
 * Servers that rehearsals may ask for real, as far as the user allows it: `plan-contacts.ts` holds what is allowed against what is
 * known of the tools, `create-contacts.ts` asks; `asked-server.ts` is one session, which asks nobody whose contract has changed,
 * `stand-in.ts` sets up a server that is there for rehearsals, with the commands around it, and takes it away again.
 */
export { createContacts, type PreparedContacts } from './create-contacts.js'
export type { ContactOptions } from './options.js'
export { type ContactWishes, type PlannedContacts, planContacts } from './plan-contacts.js'
