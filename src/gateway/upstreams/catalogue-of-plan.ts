/** What a plan can call: a list is patient for a while, a plan that names a server waits for it. */
import type { Catalogue, Upstreams } from './upstreams.js'

/** As `catalogue`, but that servers which the text may name are waited for until they have told their tools, or cannot. */
export async function catalogueOfPlan(upstreams: Upstreams, text: string): Promise<Catalogue> {
  const catalogue = await upstreams.catalogue()
  const said = onlyWords(text)
  const named = (catalogue.late ?? []).filter((server) => said.includes(onlyWords(server)))
  if (named.length === 0) return catalogue
  await Promise.all(named.map((server) => upstreams.catalogue(server)))
  return upstreams.catalogue()
}

/** Programs name servers as names of JavaScript: whatever is none in them is left out. */
function onlyWords(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}
