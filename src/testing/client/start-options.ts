/** How a test starts its client. */
import type { Clock, JsonObject } from '../../base/index.js'
import type { Revision } from '../../protocol/index.js'
import type { RecordingStore, RedactionRules } from '../../recording/index.js'
import type { Repeats, Replay, Timing, Volatile } from '../../replay/index.js'
import type { ClientInfo, LogLevel } from '../../session/index.js'
import type {
  ContainerSettings,
  HttpOptions,
  ImageBuild,
  ServerObject,
  StdioOptions,
} from '../../transport/index.js'
import type { ClientCopy, CopyChoice } from './client-copy.js'
import type { ClientAnswers } from './client-handlers.js'
import type { HostName, HostProfile } from './host-profile.js'

/** Where the server is, and everything else that a test may want. */
export type StartOptions = Target & ClientOptions

/** Exactly one of `command`, `url`, `server`, `image`, `build` and `cassette`. */
export type Target = LiveTarget | CassetteTarget

/** A server that is really there. */
export type LiveTarget = CommandTarget | UrlTarget | ObjectTarget | ImageTarget | BuildTarget

/** A process that speaks over its standard input and output. */
export interface CommandTarget {
  /** Program and arguments, each a string of its own; or one string that is the program alone. */
  readonly command: string | readonly string[]
  /** Default: the current folder. */
  readonly workingDir?: string
  /** Added to the few variables that a server inherits (such as PATH and HOME); nothing else is set. */
  readonly env?: Readonly<Record<string, string>>
  /** Limits of the pipes, and how long stopping waits before it insists. */
  readonly stdio?: Pick<StdioOptions, 'graceMs' | 'maxMessageBytes'>
  /**
   * Starts the server in a throwaway copy of this machine (Linux): it sees the files as they are, and nothing that it does to them
   * lasts. `client.copy` tells what it changed; given to another client, that one's server runs in the same copy.
   */
  readonly copy?: boolean | CopyChoice | ClientCopy
}

/** A server that speaks Streamable HTTP. */
export interface UrlTarget extends Omit<HttpOptions, 'clock' | 'random'> {
  readonly url: string | URL
}

/** A server of an official SDK, in this process. */
export interface ObjectTarget {
  readonly server: ServerObject
}

/** A server in a container of its own, over standard input and output. */
export interface ImageTarget extends ContainerSettings {
  /** The image: one that is there, or that can be pulled. */
  readonly image: string
  /** Limits of the pipes, and how long stopping waits before it insists: twice `graceMs`, which is 2000 by default. */
  readonly stdio?: Pick<StdioOptions, 'graceMs' | 'maxMessageBytes'>
}

/** The same, in an image that is built first: once a process, and only where none of the same content is there. */
export interface BuildTarget extends Omit<ImageTarget, 'image'> {
  readonly build: ImageBuild
}

/** A recording that answers as the recorded server did. What was not recorded is an error, and told in `client.replay`. */
export interface CassetteTarget extends CassetteSettings {
  /** A file (of JSON Lines, or SQLite where it ends in .db), a store that is open already, or what was made of one. */
  readonly cassette: string | RecordingStore | Replay
  /** Which of the recorded servers; default: the only one. */
  readonly recordedServer?: string
}

export interface CassetteSettings {
  /** What the same request gets again; default `sticky`: in order, and the last stays. */
  readonly repeats?: Repeats
  /** Default `none`: nothing is waited for. */
  readonly timing?: Timing
  /** Such as `echo=delay:500` or `*=disconnect@10%`. */
  readonly faults?: readonly string[]
  /** Of faults by chance; default 1. */
  readonly seed?: number
  /** Pointers into a tool's arguments that do not count, such as `/timestamp`. */
  readonly ignore?: Volatile
  /** Values that were secrets when it was recorded: a call that sends them is found by their placeholders. */
  readonly secrets?: Readonly<Record<string, string>>
  /** The rules by which it was recorded. */
  readonly redaction?: RedactionRules
}

export interface ClientOptions extends ClientAnswers {
  /** Milliseconds that the start and every request may take unless it says otherwise; default 30,000. */
  readonly timeout?: number
  /** `auto` asks whether the server is modern and takes anything but a yes for a no; default `legacy`. */
  readonly era?: 'legacy' | 'auto' | 'modern'
  /** What the legacy handshake offers; default: the newest. */
  readonly revision?: Revision
  /** How long `auto` waits for the answer to its question; milliseconds, default 1000. */
  readonly probeTimeout?: number
  /** The agent host to imitate: what it declares, answers and refuses. Default: none. */
  readonly host?: HostName | HostProfile
  /** Put over what the handlers and the host declare, capability by capability. */
  readonly capabilities?: JsonObject
  /** Default: the host's, else this package's. */
  readonly clientInfo?: ClientInfo
  /** From which level on a modern server should log. */
  readonly logLevel?: LogLevel
  /**
   * Whether every frame is held against the protocol's own schema. `collect`, the default, gathers what is wrong in `violations`;
   * `throw` also makes the first `stop` reject when the server did wrong.
   */
  readonly wireCheck?: 'off' | 'collect' | 'throw'
  /** Records everything that is said. Whatever fails with it, the session goes on, and the first `stop` rejects. */
  readonly record?: RecordSettings
  /** Gives up the start; once it has succeeded the signal means nothing. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

/** Where a client records to. Where recordings go; exactly one of `store` and `path`. */
export interface RecordSettings {
  /** An open store, which stays open. */
  readonly store?: RecordingStore
  /** A file: a cassette where its name ends in `.jsonl`, else a SQLite store. */
  readonly path?: string
  /** What the server is called in the recordings; default `server`. */
  readonly server?: string
  /** Values that must not be stored, beside the secrets of `env` and `headers`. */
  readonly secrets?: readonly string[]
  /** What is replaced beside secrets, and what stays: `redact` of the settings, without its values. */
  readonly redaction?: RedactionRules
}
