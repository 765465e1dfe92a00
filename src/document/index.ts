export {
  type DocumentNode,
  describeNode,
  jsonObjectOf,
  jsonOf,
  type MapNode,
  type MemberNode,
  memberOf,
  repeatedMembers,
} from './document-node.js'
export { exchangeMembers } from './exchange-members.js'
export { type DocumentParsing, documentFormat, parseDocument } from './parse-document.js'
