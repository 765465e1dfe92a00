/** What it takes to write a first test: which tools are called, with what, what may be expected of the answers, and the files' text. */
export { chooseTools, type Permission } from './choose-tools.js'
export { describeFirstTest, type FirstTestPaths } from './describe-first-test.js'
export { type LookOptions, lookTwice, type MakeCalls } from './look-at-server.js'
export { refuseExisting, writeAllFiles } from './new-files.js'
export { callTool } from './plan-calls.js'
export { makeRecordedCalls, type RecordedCalls, readRecordedCalls } from './recorded-calls.js'
export { renderInit } from './render-init.js'
