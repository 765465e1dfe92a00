/** Refuses a part of a document that the user wrote. */

/** Throws at the position of a node; the problem is a sentence without its end. */
export type RefuseNode = (node: { readonly offset: number }, problem: string) => never
