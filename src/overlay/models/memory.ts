/** `@modelcontextprotocol/server-memory` 2026.8.31. */
import type { ServerModel } from '../model.js'

/** Each call writes the whole graph anew: of two side by side, one may lose what the other one wrote, whatever it is about. */
const WRITES_ALL = { reads: ['graph'], writes: ['graph'] }

export const MEMORY: ServerModel = {
  law: 'graph',
  tools: {
    read_graph: {
      digests: ['sha256:d9d571a65084b3682f66e3217c3e709630f9a7f2c5f423dad711d2bbdb7cb26f'],
      role: 'readAll',
      footprint: { reads: ['graph'] },
    },
    open_nodes: {
      digests: ['sha256:08d4da5f76b221282b9c72c1b879266cadb00fb79519ac9257082448e6333e65'],
      role: 'open',
      footprint: { reads: ['graph/{names}'] },
    },
    search_nodes: {
      digests: ['sha256:31a4d35cc886c99443817d72030c04d1d27bd74c0530f694118315bde5fa1708'],
      role: 'search',
      footprint: { reads: ['graph'] },
    },
    create_entities: {
      digests: ['sha256:44a53a3cc607efac1fe7f702e3148ebe2f6be0bfa9f99cab9f2c047171a62a51'],
      role: 'addEntities',
      footprint: WRITES_ALL,
    },
    create_relations: {
      digests: ['sha256:00bfa31a999e14bfe915b12241c8b52e3b6b8e5e47f0dbf7c90a474e574f159f'],
      role: 'addRelations',
      footprint: WRITES_ALL,
    },
    add_observations: {
      digests: ['sha256:8e6ec6c3587422ebfe2b7470e50fc518c633defea559bd3b9b3bd23e751658c5'],
      role: 'addObservations',
      footprint: WRITES_ALL,
    },
    delete_entities: {
      digests: ['sha256:e6fbbcf103fd571ff487769cf76c0bab577972572c21e7c4e512846a20521658'],
      role: 'removeEntities',
      takes: { names: 'entityNames' },
      says: 'Entities deleted successfully',
      footprint: WRITES_ALL,
    },
    delete_observations: {
      digests: ['sha256:c40ceddd3a7496e5072990574e5b7e95c90b022cce3e45d6b67da247e6fb4158'],
      role: 'removeObservations',
      takes: { observations: 'deletions' },
      says: 'Observations deleted successfully',
      footprint: WRITES_ALL,
    },
    delete_relations: {
      digests: ['sha256:9837ac50494b04acfe362bf27097cd9d131f02249d3f926b70d7d42df6d43341'],
      role: 'removeRelations',
      says: 'Relations deleted successfully',
      footprint: WRITES_ALL,
    },
  },
}
