/** Who may come in over HTTP: what it takes to serve a gateway beside the gateway itself. */
export { identifyClient } from './identify-client.js'
export { principalOf } from './principal-of.js'
export { readClients } from './read-clients.js'
export { refuseOpenDoor } from './refuse-open-door.js'
