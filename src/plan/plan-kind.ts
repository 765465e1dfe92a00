/** What kind of plan a file holds. */

/** True for the endings that are read as a workflow: `.json`, `.yaml`, `.yml`. */
export function isWorkflowName(fileName: string): boolean {
  return /\.(json|ya?ml)$/i.test(fileName)
}
