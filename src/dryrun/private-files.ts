/** Files whose contents no report shows: dotenv files, keys, and what its owner keeps to himself. */
import type { SeenChange, SeenState } from './copies.js'

/** `changes` in the order in which they happened: what was private stays so wherever it is moved. */
export function privateFiles<Change extends SeenChange>(changes: readonly Change[]): ReadonlySet<Change> {
  const paths = new Set<string>()
  const movedFrom = new Map<string, string>()
  const found = new Set<Change>()
  for (const change of changes) {
    const { path, from, before, after } = change
    if (from !== undefined) movedFrom.set(path, from)
    const names = namesOf(path, movedFrom)
    if (
      !isClosed(before) &&
      !isClosed(after) &&
      !names.some((name) => paths.has(name) || isPrivateName(name))
    )
      continue
    paths.add(path)
    found.add(change)
  }
  return found
}

/** Its path, and those that it, or a folder that it is in, had before. */
function namesOf(path: string, movedFrom: ReadonlyMap<string, string>): readonly string[] {
  const names = new Set<string>()
  for (let name: string | undefined = path; name !== undefined && !names.has(name); ) {
    names.add(name)
    name = nameBefore(name, movedFrom)
  }
  return [...names]
}

function nameBefore(path: string, movedFrom: ReadonlyMap<string, string>): string | undefined {
  if (movedFrom.size === 0) return undefined
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const from = movedFrom.get(path.slice(0, end))
    if (from !== undefined) return from + path.slice(end)
  }
  return undefined
}

function isClosed(state: SeenState | undefined): boolean {
  return state?.kind === 'file' && (state.mode & 0o077) === 0
}

function isPrivateName(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return PRIVATE_NAME.test(name) || PRIVATE_PLACE.test(path)
}

/** By their names: variables, passwords of programs, keys, and what a shell was told. */
const PRIVATE_NAME = new RegExp(
  [
    String.raw`.*\.env(?:\..*)?|\.envrc|\.flaskenv`,
    String.raw`\.git-credentials|[._]netrc|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.pgpass|\.my\.cnf|\.htpasswd|\.s3cfg|\.boto`,
    String.raw`\.(?:vault|cargo)-token|\.terraformrc|.*\.tfvars|.*\.tfstate(?:\.backup)?|\.dockercfg`,
    String.raw`\.?(?:credentials?|secrets?|passwords?|passwd|shadow|token)(?:\.(?:json|ya?ml|toml|ini|cfg|conf|properties|xml|csv|txt|db))?|service-account.*\.json|client_secret.*`,
    String.raw`id_[a-z\d_-]+(?:\.pub)?|.*\.(?:pem|key|ppk|p8|p12|pfx|jks|keystore|keytab|kdbx|asc|gpg|ovpn)`,
    String.raw`\.\w+_history|\.viminfo`,
  ]
    .join('|')
    .replace(/^(.*)$/s, '^(?:$1)$'),
  'i',
)

const PRIVATE_PLACE =
  /(?:^|\/)(?:\.git\/(?:.*\/)?config(?:\.worktree)?$|\.gitconfig$|\.config\/(?:gh|gcloud|op|rclone)\/|\.(?:ssh|aws|azure|gnupg|kube|docker|vault|password-store)\/)/i
