export { createMockServer, type MockServer } from './create-mock-server.js'
export type { MockCall } from './mock-options.js'
