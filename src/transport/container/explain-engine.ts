/** What an engine printed when it could not do its work, as a sentence, and what to do about it. */
import { inOneLine, TransportError } from '../../base/index.js'
import { stderrEvidence } from '../describe-end.js'

/** `doing` completes "Cannot …". */
export function engineFailed(doing: string, stderr: readonly string[]): TransportError {
  const text = stderr.join('\n')
  const known = KNOWN.find(({ form }) => form.test(text))
  const reason = known?.reason ?? lastWords(stderr)
  return new TransportError('ENGINE_FAILED', `Cannot ${doing}: ${reason}`, {
    evidence: stderrEvidence(stderr),
    ...(known === undefined ? {} : { hint: known.hint }),
    data: { stderr },
  })
}

/** The words are those of Docker 20 to 28 and Podman 3 to 5. */
const KNOWN: readonly { readonly form: RegExp; readonly reason: string; readonly hint: string }[] = [
  {
    form: /cannot connect to the docker daemon|is the docker daemon running|cannot connect to podman|unable to connect to podman/i,
    reason: 'its daemon does not run',
    hint: 'start it: systemctl start docker, podman machine start, or Docker Desktop',
  },
  {
    form: /permission denied.*(?:docker|podman)[\w.-]*\.sock|permission denied while trying to connect/i,
    reason: 'this user may not use the engine',
    hint: 'add the user to the group "docker" and log in again, or use podman, which needs no such right',
  },
  {
    form: /container-init binary not found|docker-init.*not found/i,
    reason: 'the engine has no init program for containers',
    hint: 'install it: apt-get install catatonit, or tini for Docker',
  },
  {
    form: /statfs .*no such file|bind source path does not exist|error while creating mount source path/i,
    reason: 'the source of a mount does not exist',
    hint: 'correct the path before the colon; an engine on another machine sees the files of that machine',
  },
  {
    form: /no such image|image not known|manifest unknown|manifest for .* not found|pull access denied|repository does not exist|did not resolve to an alias|requested access to the resource is denied|initializing source docker:/i,
    reason: 'there is no such image, neither here nor where it could be pulled from',
    hint: 'correct its name, build it first, or log in to its registry',
  },
  {
    form: /network .*not found|unable to find network/i,
    reason: 'there is no such network',
    hint: 'list the networks by: docker network ls',
  },
  {
    form: /executable file .*not found|no such file or directory.*(?:exec|entrypoint)|exec format error|failed to exec pid1/i,
    reason: 'the image cannot run this command',
    hint: 'arguments stand behind the entry point of the image, or in the place of its command: look at its Dockerfile',
  },
  {
    form: /failed to (?:read|open) dockerfile|stat .*(?:Dockerfile|Containerfile): no such file|no such file or directory.*(?:Dockerfile|Containerfile)|no (?:Dockerfile|Containerfile).*(?:found|specified)|context must be a directory|unable to prepare context/i,
    reason: 'there is no Dockerfile in the context',
    hint: 'name it by "dockerfile", or correct "context"',
  },
  {
    form: /target stage .*could not be found|target .* was not found in the provided|unable to find stage|no stage .*found|failed to find stage/i,
    reason: 'the Dockerfile has no such stage',
    hint: 'correct "target", or name the stage: FROM … AS name',
  },
]

function lastWords(stderr: readonly string[]): string {
  const line =
    stderr.findLast((each) => /error/i.test(each)) ?? stderr.at(-1) ?? 'the engine does not say why'
  return inOneLine(line.trim().replace(/^Error: /, ''), 500)
}
