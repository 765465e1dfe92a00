export type {
  AudioBlock,
  ContentBlock,
  EmbeddedResourceBlock,
  ImageBlock,
  ResourceLinkBlock,
  TextBlock,
} from './content.js'
export type { Tool, ToolAnnotations } from './tool.js'
