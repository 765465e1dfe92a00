/** What each finding means and what to do about it: the rows of docs/reference/findings.md, against which a test holds them. */
import { type FindingHelp, SERVER_HELP } from './server-help.js'

/** By code; Markdown of our own. A code that is not here has no help yet. */
export const FINDING_HELP: Readonly<Record<string, FindingHelp>> = {
  SYNTAX_ERROR: {
    means: 'the program or workflow does not parse',
    todo: 'mend the place that is told',
  },
  PROGRAM_EMPTY: {
    means: 'there is nothing to run',
    todo: 'check that it is the right file',
  },
  PROGRAM_TOO_LARGE: {
    means: 'the file exceeds the limit of size',
    todo: 'a program of this size is data: pass it by `--params`',
  },
  PROGRAM_NOT_TEXT: {
    means: 'the file is no text in UTF-8',
    todo: 'check that it is the right file, and its encoding',
  },
  PROGRAM_TOO_COMPLEX: {
    means: 'the program is nested too deeply, or takes too long to read',
    todo: 'take it apart',
  },
  TYPESCRIPT_UNSUPPORTED: {
    means: 'syntax that is more than types: enums, namespaces, parameter properties, decorators',
    todo: 'write it in JavaScript with types',
  },
  IMPORT_NOT_ALLOWED: {
    means: 'an `import` or `require` that is no type-only import at the top',
    todo: 'use tools; a program has no modules',
  },
  MCP_MISUSE: {
    means: '`mcp` is used in a way that calls no tool',
    todo: 'write `await mcp.SERVER.TOOL(args)`',
  },
  CALL_NOT_AWAITED: {
    means:
      'nobody waits for a call: the program was seen to end, or to go on, before it was answered; certain where the answer was wanted, or the result hangs on how long calls take. A warning where it only stands without `await` in a part that was not reached. Not told where the author says so: `void`, or a `.catch(…)` of its own',
    todo: 'write `await`, or `await Promise.all(…)` around a list',
  },
  CALLS_RACE: {
    means:
      'two calls are under way side by side, and one writes what the other one reads or writes: which is first is chance. Certain where fresh copies showed that the other order leaves or answers something else, or that something is lost; without copies only told where footprints, or the names in the arguments, say so, such as that both read the same and write it anew',
    todo: 'wait for the first one before the second is made',
  },
  TEXT_BROKEN: {
    means:
      'a text that goes into a call, or into the result, has `undefined`, `NaN`, `[object Object]`, `[object Promise]` or `Invalid Date` where a value was meant: what made it is told, and the member that was missing. Not certain in the result, where only the word is known, or where a guess came before it',
    todo: 'read one of the members that are told, or say what stands there if there is none',
  },
  USED_BEFORE_MADE: {
    means:
      'a call needs what only a later one makes, as far as the names of both say: a file in a folder that is made afterwards, a read of what is written only then. Never certain, since it may have been there before; not told where an answer speaks of it, where the failure is caught, or where what is written comes of what was read',
    todo: 'make it before it is used',
  },
  USED_AFTER_GONE: {
    means:
      'a call uses what an earlier one, or one side by side with it, removes or moves away, as far as the names of both say, and nothing between them brings it back; never certain',
    todo: 'use it before it is taken away, or under its new name',
  },
  NAME_NEARLY_KNOWN: {
    means:
      'an argument names what nobody knows, and is all but a name that was recorded, that an answer has, or that an earlier call made; never certain',
    todo: 'look which of the two is meant; record the call where the name is right',
  },
  MOVED_ONTO_ITSELF: {
    means: 'a move or a copy whose source is its target; never certain',
    todo: 'mend one of the two',
  },
  PARAMS_MISMATCH: {
    means:
      '`--params` is not what the program does something with: a member that it needs is missing or of another type, or one that it never reads is given; never certain, what comes of it the rehearsal shows',
    todo: 'give what `understudy types --program FILE` tells',
  },
  TYPE_MISMATCH: {
    means:
      'TypeScript says that the text does not fit the types of the tools; never certain, and never a reason for a verdict: what a declared schema proves is `ARGUMENT_INVALID` or `TOOL_MISSING`',
    todo: 'look whether it is right',
  },
  WORKFLOW_INVALID: {
    means: 'the file is no workflow: a wrong or unknown key, a wrong kind of value',
    todo: 'mend the place that is told',
  },
  REFERENCE_INVALID: {
    means: 'a reference cannot be read',
    todo: 'write `$OUTPUT[id].path[0].field`, or `$$OUTPUT[` where the text itself is meant',
  },
  DUPLICATE_TASK_ID: {
    means: 'two tasks have one id',
    todo: 'rename one',
  },
  UNKNOWN_DEPENDENCY: {
    means: 'a task depends on one that does not exist',
    todo: 'mend the id; the nearest ones are told',
  },
  DEPENDENCY_CYCLE: {
    means: 'tasks wait for each other',
    todo: 'take one of the dependencies that are told away',
  },
  SEED_MATTERS: {
    means:
      'another one of the seeds (`--runs`) gave a worse verdict, which counts; a warning when that is *uncertain*',
    todo: 'rehearse with the seed that is told',
  },
  FAULT_LEAVES_HALF: {
    means:
      'with `--faults`: when this call fails, the plan ends with some of its effects done and some not; changes no verdict',
    todo: 'catch it in the line that is told, and undo what is done or go on from there; or order the calls so that what may fail comes first',
  },
  FAULT_REPEATS: {
    means:
      'with `--faults`: the plan makes a call again that got no answer, although it may have taken effect; a note where the server says that twice is no more than once, nothing where the policy does (`idempotent`)',
    todo: 'look whether it is there before it is made again, or say `idempotent` in the policy',
  },
  GUESS_DECIDES: {
    means:
      'what the plan does, or hands over, hangs on an invented value: with another one it was seen to do otherwise',
    todo: 'record a real answer, or say in a stub what the tool answers',
  },
  CONDITION_OPEN: {
    means:
      'a condition hangs on invented values and came out the same with all that were tried; no verdict is certain behind it',
    todo: 'record a real answer, say in a stub what the tool answers, or give more variants with `--budget`',
  },
  TIME_OR_CHANCE_DECIDES: {
    means:
      'at another time, with slower answers, with calls side by side in another order, with other chance, where a server does not say the same again, or was recorded to say different things to one question with no write between, or with another time or id than the one that it made anew, the program does something else, or may, since a condition on them never came out the other way; also where every answer is known',
    todo: 'take the time or the number from `params`, wait for all calls that are under way together, or accept that the verdict stays *uncertain*',
  },
  HANDLER_BREAKS_SCHEMA: {
    means:
      'when a call fails, the handler of its error makes a call whose arguments break the schema of its tool',
    todo: 'mend the arguments in the handler',
  },
  TASK_FAILED: {
    means: 'a task failed in the rehearsal; not certain when it owed an invented value',
    todo: 'see the call that is told',
  },
  TOOL_MISSING: {
    means:
      'no server lists a tool of this name; not certain, and under `findings`, when the name owes an invented value',
    todo: 'use one of the names that are suggested',
  },
  ARGUMENT_INVALID: {
    means:
      "an argument breaks the tool's input schema; not certain when it owes an invented value, or when a server may take it all the same; a warning in a real run where the server judges",
    todo: 'give what is expected at the pointer that is told',
  },
  ARGUMENT_UNDECLARED: {
    means:
      'the schema of the tool does not list an argument, and does not forbid it, or forbids it and a copy took it: most servers ignore what they do not know. Certain where a copy answered the same without it, and otherwise with the nearest name; not told where a copy answered otherwise without it',
    todo: 'use one of the names that are told, or leave it out',
  },
  ARGUMENTS_UNCHECKED: {
    means:
      'a call was made whose arguments could not be checked by their whole schema; never certain, and never a *pass*',
    todo: 'see the reason that is told',
  },
  CALL_UNANSWERED: {
    means: 'a call got no answer in the time of the rehearsal; not certain',
    todo: 'see who should have answered it',
  },
  POLICY_DENIED: {
    means: 'the policy denies the call',
    todo: 'change the plan, or the policy',
  },
  RESULT_MEMBER_MISSING: {
    means:
      'the plan reads a member that the declared result of the tool does not have, without looking for it first; certain where the schema allows no other members, and then never a *pass*. An error where every run has to pass, the plan failed there, and it is certain, or no recorded answer of a tool that declares nothing has it',
    todo: 'read one of the members that are told, or look first whether it is there',
  },
  DOMAIN_FAILURE: {
    means: 'the tool succeeded, but its data says no: `success: false`, or an `error` that is not empty',
    todo: 'check for it in the program',
  },
  SETTINGS_NOT_IN_FORCE: {
    means:
      'the settings of the working folder, which nobody named, say what could start, contact or loosen something: that part does not count',
    todo: 'name the file with `--settings`, once you have read it; at a terminal you are asked',
  },
  LIVE_READ_REFUSED: {
    means:
      'a pattern of `live_reads` fits a tool that is said to do more than read: it is not asked for real',
    todo: 'make the pattern narrower; a tool that only reads although its server says otherwise, name whole',
  },
  PREVIEW_REFUSED: {
    means: "the tool's own dry run refuses the call, so that the real one may, too",
    todo: 'look at what it says; it may also come of a call before, which a dry run does not do',
  },
  CONTACT_WITHOUT_ANSWER: {
    means:
      'a tool that may be asked for real was not, or gave no answer that counts: a call before may have changed what it says, an argument is unknown, the policy wants a person asked, its contract changed, or the server broke',
    todo: 'read which; where a call before has nothing to do with it, say what both touch (`effects`)',
  },
  COPY_NOT_EVIDENCE: {
    means:
      "what a server answered in a copy may be the copy's own doing: something tried to reach the network, there was no room, or only a copy refuses such a thing; the next one that knows an answer was asked",
    todo: 'record the call, or stub it; where the network has nothing to do with it, say `network: ignored` in the settings of the server',
  },
  READ_CHANGED_FILES: {
    means:
      'a tool that is said to read alone was seen to change a file in a folder that its server was given',
    todo: 'do not trust its annotation: say `effect: write` in the policy',
  },
  COPY_CLOCK: {
    means:
      'the rehearsal begins at a time that is more than a day away, and copied servers have the real one',
    todo: 'leave out `--now`, or rehearse with `--copy never`',
  },
  STUB_TOOL_MISSING: {
    means: 'a stub is for a tool that no server lists',
    todo: 'use one of the names that are suggested',
  },
  STUB_UNUSED: {
    means:
      'a stub answered no call: its arguments fit none, a stub before it answered, or the plan makes no such call; a gateway tells only those whose tool was called',
    todo: 'mend its arguments as the message shows, or take it away',
  },
  RECORDING_STALE: {
    means:
      'a recording may not say any more what the server would say; it answered all the same, and no verdict rests on it, or was passed over where that was asked for',
    todo: 'record the call again',
  },
  RECORDING_DOUBTFUL: {
    means:
      'a recording, or the overlay, answered after, or beside, a call that may have changed what it says; no verdict rests on it',
    todo: 'say in the settings or the policy what the calls do, or stub the read as it would be then',
  },
  PROGRAM_THREW: {
    means:
      'the program threw; not certain when it had received an answer that is no evidence, was denied chance that a real run has, or had asked the same again, which time may have changed; then it says where what it read was invented',
    todo: 'see the line that is told',
  },
  ANSWER_MOVED: {
    means:
      'a call of a sequence is not answered as was promised, or what the next one needs is not in an answer; nothing after it is called; not certain when it owes an invented value',
    todo: 'let the agent do its task once more, and apply that',
  },
  WORLD_MOVED: {
    means: 'what a sequence rests on is not on the disk as it was seen',
    todo: 'look at what is told; let the agent do its task once more where it matters',
  },
  SEQUENCE_INVALID: {
    means: 'the file says that it is a sequence, and is none that this build reads',
    todo: 'mend what is told; of another format: let the client rehearse again',
  },
  RUN_STOPPED: {
    means:
      'the program was stopped: a budget, or the end of its process; certain as `PROGRAM_THREW` is, but for a process that crashed, where the machine may be the cause',
    todo: 'see `ended` and the limit that is told',
  },
  CAPABILITY_DENIED: {
    means:
      'the program tried to reach the machine, to run text as code, or to draw chance that no seed gives, and was denied; never a *pass*, also where the program caught the exception',
    todo: 'use a tool instead',
  },
  ...SERVER_HELP,
}
