/** A schema's name as SQL writes it. */
export function sqlName(schema: string): string {
  return `"${schema.replaceAll('"', '""')}"`
}
