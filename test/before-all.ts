/** What is made once, before the first test of a run. */
export { joinServers as setup } from './fixtures/official-servers.js'
