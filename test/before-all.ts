/** What is made once, before the first test of a run. */
export { joinOfficialServers as setup } from './fixtures/official-servers.js'
