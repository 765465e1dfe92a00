/** `@modelcontextprotocol/server-filesystem` 2026.8.31. */
import type { ServerModel } from '../model.js'

export const FILESYSTEM: ServerModel = {
  law: 'files',
  tools: {
    read_file: {
      digests: ['sha256:343912ae935719073a32713807481c7f95e4a8db7f7270de76a235ae52442c76'],
      role: 'read',
      footprint: { reads: ['{path}'] },
    },
    read_text_file: {
      digests: ['sha256:8f3e856594712c23b265891142ee3da8f33f9bd21d556841816ee09eb26b3584'],
      role: 'read',
      footprint: { reads: ['{path}'] },
    },
    read_multiple_files: {
      digests: ['sha256:c4c3f16e877480fa7c46a618f1d39db2b02bb49989b6ea1a5a45da7dfdb9198b'],
      role: 'readSeveral',
      footprint: { reads: ['{paths}'] },
    },
    read_media_file: {
      digests: ['sha256:35436377478112dbd269364a2ffc5d8e07a0a6379b3afe5ee25fc90d6d3f394d'],
      footprint: { reads: ['{path}'] },
    },
    list_directory: {
      digests: ['sha256:5107e177ec9e9097436022bd08a38b56d1e3bb700ae95075fade622f12f18832'],
      role: 'list',
      footprint: { reads: ['{path}'] },
    },
    list_directory_with_sizes: {
      digests: ['sha256:1c132dd4ffb20cea1813cf02c5ea756af0c53961c80d7df0c193fd79e8963fd8'],
      footprint: { reads: ['{path}'] },
    },
    directory_tree: {
      digests: ['sha256:2610830d43c1ae22179836bd8c7e63f31960b328ed96fd8a0eed37e8682c8698'],
      role: 'tree',
      footprint: { reads: ['{path}'] },
    },
    search_files: {
      digests: ['sha256:ef267646eddfaf605d3c4bbaf269b794cd6872d3495325e3a74720113db33edd'],
      role: 'search',
      footprint: { reads: ['{path}'] },
    },
    get_file_info: {
      digests: ['sha256:b74c32c5b42d9a5cda6db63ca7e4103f84bfc9f180a6c215e77e330b442a97df'],
      role: 'info',
      footprint: { reads: ['{path}'] },
    },
    list_allowed_directories: {
      digests: ['sha256:cbc55c2f6feec0ed9eda9e97a2c44390f8ab8e5a73b61ac4f6c83c552094299f'],
      footprint: { reads: [] },
    },
    write_file: {
      digests: ['sha256:5146d6f033d79902d9d3de95137f62b77c5cf428084b1d7f44177f5807af85f3'],
      role: 'write',
      takes: { text: 'content' },
      says: 'Successfully wrote to {path}',
      footprint: { reads: [], writes: ['{path}'] },
    },
    edit_file: {
      digests: ['sha256:096aa3d95eb465a978fdddc53ef1e5e2c79a3cf395b1872aff4173fd3292746a'],
      role: 'edit',
      isWhole: true,
      footprint: { reads: ['{path}'], writes: ['{path}'] },
    },
    create_directory: {
      digests: ['sha256:e2a34818e1e841cce383e16e02e613892fae3fbf8a1a70aaa7daadb22643a4c9'],
      role: 'make',
      says: 'Successfully created directory {path}',
      footprint: { reads: [], writes: ['{path}'] },
    },
    move_file: {
      digests: ['sha256:eb81c2af9f2dc36db3ed8287b325f5e0cdbf6511ef18ae8dcf24eaa708965115'],
      role: 'move',
      isWhole: true,
      takes: { path: 'source', to: 'destination' },
      says: 'Successfully moved {path} to {to}',
      footprint: { reads: [], writes: ['{source}', '{destination}'] },
    },
  },
}
