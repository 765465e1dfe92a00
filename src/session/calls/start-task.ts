/** Calls a tool as a task, in the way of the conversation's era. */
import { isJsonObject, type JsonObject, UsageError } from '../../base/index.js'
import type { ServerSelf } from '../../protocol/index.js'
import type { Conversation } from '../wire/conversation.js'
import { startLegacyTask } from './legacy-task.js'
import type { TaskCall, TaskHandle, TaskOptions } from './task.js'
import { startExtensionTask, TASKS_EXTENSION } from './task-extension.js'

/** @throws UsageError USAGE when the server declares no tasks: the protocol forbids to ask for one then */
export async function startTask(
  conversation: Conversation,
  { capabilities, revision }: ServerSelf,
  call: TaskCall,
  options: TaskOptions,
): Promise<TaskHandle> {
  const isModern = conversation.codec.era === 'modern'
  const path = isModern ? ['extensions', TASKS_EXTENSION] : ['tasks', 'requests', 'tools', 'call']
  if (!isDeclared(capabilities, path))
    throw new UsageError(
      'USAGE',
      `Cannot call "${call.name}" as a task: the server declares no ${path.join('.')} in revision ${revision}`,
      { hint: 'use callTool' },
    )
  return isModern
    ? startExtensionTask(conversation, call, options)
    : startLegacyTask(conversation, call, options)
}

function isDeclared(capabilities: JsonObject, path: readonly string[]): boolean {
  let at = capabilities
  for (const key of path) {
    const next = at[key]
    if (!isJsonObject(next)) return false
    at = next
  }
  return true
}
