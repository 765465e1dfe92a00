/** What we promise beyond the two founding documents. */
import { promisesOf } from './requirement.js'

export const OUR_REQUIREMENTS = promisesOf('ours', {
  // the house
  'ours:architecture-held': ['kept', 'Imports follow the table of layers, without cycles'],
  'ours:doors-pinned': ['kept', 'The public names of each door are pinned'],
  'ours:module-heads': [
    'kept',
    'What stands where inside a module is said at the head of its index.ts, and is true',
  ],
  'ours:errors-documented': ['kept', 'Every error code and every finding code is documented'],
  'ours:linear-expressions': [
    'kept',
    'No regular expression takes the square of the text that a server, a program or a file brings',
  ],
  'ours:dependencies-justified': ['kept', 'Every dependency has a row that says why it is there'],
  'ours:installs-anywhere': ['kept', 'The packed package installs, loads and runs in an empty folder'],
  'ours:works-without-optional': [
    'kept',
    'Without optional dependencies all but the sandbox works, and it says so',
  ],
  'ours:brought-by-users': [
    'kept',
    'Drivers and exporters that few need are theirs to install, and what misses one says how',
  ],
  'ours:light-test-kit': [
    'kept',
    'The test kit is a package of its own too: the same code, at most 15 MB, and what it has not it says how to get',
  ],
  'ours:ready-to-publish': [
    'kept',
    'The package is published with provenance, and an installation gives a list of what it is made of',
  ],
  'ours:documents-run': ['kept', 'Every block of code in the documents is run or checked'],
  'ours:errors-are-five-classes': ['kept', 'Errors are of five classes, with a code, values and a hint'],
  'ours:canonical-json': ['kept', 'Equal JSON values have one canonical text (RFC 8785)'],
  'ours:seeded': ['kept', 'One seed gives one sequence of random numbers, on every platform'],
  'ours:text-made-safe': ['kept', 'Text of servers and programs is escaped before a person sees it'],
  'ours:text-fits': [
    'kept',
    'Text reports fit the terminal that they are shown on, and use its width; names that are longer go on below',
  ],
  'ours:next-is-whole': [
    'kept',
    'Under a failure there is always a next step, and a command that is told is whole, with arguments and servers',
  ],
  'ours:effects-as-known': [
    'kept',
    'What a side effect is called says no more than is known of it: a claim of a server is told as what may be',
  ],
  // the chain
  'chain:in-order': ['kept', 'The first answerer that knows an answer gives it'],
  'chain:outcome-layers': [
    'kept',
    'Results, errors of tools, errors of the protocol and failures of the data are told apart',
  ],
  'chain:stubs': ['kept', 'A stub answers the calls that its arguments match, as often as told'],
  'chain:trace': [
    'kept',
    'Each call makes a start and an end event with arguments, outcome, source and duration',
  ],
  // the wire
  'wire:ids-matched': ['kept', 'Each answer goes to the call with its id, whatever comes in between'],
  'wire:notifications-between': ['kept', 'Notifications between request and response disturb nothing'],
  'wire:server-requests-answered': ['kept', 'Requests of the server are answered'],
  'wire:concurrent': ['kept', 'Calls may be under way at once'],
  'wire:timeout-cancels': ['kept', 'A timeout cancels the request, and its late reply is dropped'],
  'wire:waits-limited': ['kept', 'No wait for a server is without a limit, in any transport'],
  'wire:floods-fair': ['kept', 'A flood of messages holds up no limit'],
  'wire:reconnects-back-off': ['kept', 'A stream that breaks is asked for later and later, and given up'],
  'cli:ends-on-signals': ['kept', 'A signal ends every command within two seconds'],
  'wire:stderr-bounded': ['kept', 'Standard error is drained for ever and its tail is kept'],
  'wire:stdout-noise': ['kept', 'Lines that are no messages are told and survived'],
  'wire:ambiguous-told': [
    'kept',
    'A number that JavaScript cannot hold and a key that stands twice are told',
  ],
  'wire:breaches-told': [
    'kept',
    'What a server may not do is told although an answer comes: what it did not declare, and cancelling what it did not ask',
  ],
  'http:misdelivered-told': [
    'kept',
    'An answer over HTTP with a wrong status, on a wrong stream or in a wrong form is told and heard',
  ],
  'wire:paging': ['kept', 'Paged lists are read to their end, and an endless one is an error'],
  'wire:environment': ['kept', 'A server gets an allow-listed environment and what the user names'],
  'wire:group-ended': ['kept', 'Stopping ends the whole process group in order and waits until it is gone'],
  'wire:failed-start': [
    'kept',
    'A failed start leaves no process and tells standard error, exit code and signal',
  ],
  'wire:checked-against-schema': [
    'kept',
    'Every frame can be held against the schema of its protocol revision',
  ],
  // schemas
  'schema:admission': ['kept', 'A schema that is hostile or broken is refused with a reason'],
  'schema:dialects': ['kept', 'A schema is checked in the dialect it names'],
  'schema:patterns-linear': ['kept', 'A pattern of a schema cannot hang the host'],
  'schema:generated-valid': ['kept', 'Every generated value has passed the validator'],
  'schema:generated-seeded': ['kept', 'One seed gives one generated value'],
  'schema:unsatisfied-honest': ['kept', 'A schema that no value was found for is told as such'],
  'schema:fingerprint': [
    'kept',
    'A fingerprint changes with the meaning of a contract, and not with its wording',
  ],
  // registry and policy
  'registry:names': [
    'kept',
    'A tool is named by server and tool, and a wrong name is answered by the nearest ones',
  ],
  'registry:effects': ['kept', 'The effect of a tool is told with its evidence'],
  // recordings
  'recording:key': [
    'kept',
    'The key of a recording is a digest of server, tool, arguments, contract and principal',
  ],
  'recording:stores-alike': ['kept', 'All stores pass one contract suite'],
  'recording:store-shared': ['kept', 'Several processes use one store at once'],
  'recording:store-private': ['kept', 'The store on disk is readable by its owner alone'],
  'recording:cassette': [
    'kept',
    'A cassette is lines in a stable order, each append whole or not there, and damage named by its line',
  ],
  'recording:moved-whole': [
    'kept',
    'Export and import keep recordings, salt and generations, and double nothing',
  ],
  'recording:looked-after': [
    'kept',
    'What is recorded can be listed, shown, measured, pruned, invalidated and scanned',
  ],
  'recording:any-size': ['kept', 'A store of any size takes the memory of a small one'],
  'recording:secrets-replaced': ['kept', 'Secrets are replaced before anything is stored'],
  'recording:nothing-lost': [
    'kept',
    'A store that is locked, corrupt, newer or full is told, and loses nothing',
  ],
  // real runs
  'journal:stores-alike': [
    'kept',
    'Journals of runs in memory, SQLite and PostgreSQL keep one contract: one owner, no call begun twice, a receipt spent once',
  ],
  'journal:sealed': [
    'kept',
    'What a journal of runs holds is raw, and nobody reads it without a key that stands in no project',
  ],
  'journal:attacked': [
    'kept',
    'A journal that is damaged, changed, of another release, or cannot be written is told with a code: nothing is called, and nothing is lost',
  ],
  'journal:never-twice': [
    'kept',
    'A real run whose owner dies goes on from its journal: every effect once, or the call in doubt is named and not repeated',
  ],
  'journal:bound': [
    'kept',
    'A run by a receipt goes on after a death as any other, spends its receipt once, and stays bound to it',
  ],
  'undo:bytes': [
    'kept',
    'A run whose changes a copy showed is taken back by the former bytes of files: each that is as the run left it, and any other is named and left',
  ],
  'undo:safe': [
    'kept',
    'An undo asks once, goes on after a kill, follows no link that somebody laid since, and is refused while the run is under way',
  ],
  'undo:told-before': [
    'kept',
    'Before a run is told how many of its effects have no way back, and which; the policy may require one',
  ],
  'journal:signed-approvals': [
    'kept',
    'Where keys of approvers are named, their signed yes to a run or to a receipt counts, and no other',
  ],
  'journal:calibration': [
    'kept',
    'How often real runs went as their rehearsals said is told by verdict, server and source, and may fail a job',
  ],
  'journal:several-machines': [
    'kept',
    'Of several gateways on one PostgreSQL one has a run at a time: one that died or slept sends nothing more, and another goes on',
  ],
  // the sandbox
  'sandbox:attacks-denied': [
    'kept',
    'Attacks on the machine are denied, and the nearest allowed thing works',
  ],
  'sandbox:bombs-survived': [
    'kept',
    'A program that takes too much of anything is ended, and says by which limit',
  ],
  'sandbox:host-decides': ['kept', 'What a program forges does not change what the host decides'],
  'sandbox:frames-not-forged': [
    'kept',
    'A program cannot write a frame, nor read or change one of the guest',
  ],
  'sandbox:guest-unreachable': ['kept', 'The code of the guest uses nothing that a program can redefine'],
  'sandbox:no-loader': ['kept', 'A program loads no module and runs no text as code'],
  'sandbox:globals-known': [
    'kept',
    'Every global of the runtime is known: kept, on the time and chance of the world, or gone',
  ],
  'sandbox:real-world': [
    'kept',
    'In a real run time, chance and the order of replies are real, behind the same walls',
  ],
  'sandbox:virtual-time': ['kept', 'Time and chance of a program are virtual and come from the input'],
  'sandbox:attempts-told': ['kept', 'Denied accesses to the machine are told'],
  'sandbox:layers-told': ['kept', 'The active layers of isolation are told, and can be required'],
  'sandbox:isolated-runs': ['kept', 'Runs never see each other'],
  // rehearsal
  'rehearsal:copies-are-evidence': [
    'kept',
    'A verdict rests on what a copy answered only where the copy cannot have made it another answer',
  ],
  'rehearsal:late-changes': [
    'kept',
    'What a server changes after its answer makes doubtful who may see it on the one side of it in a copy and on the other for real',
  ],
  'rehearsal:reads-what-was-written': [
    'kept',
    'A rehearsal without copies knows what a program reads back of what it wrote itself, and claims no more',
  ],
  'rehearsal:overlay-answers-alike': [
    'kept',
    'What an overlay says for certain, the real server says as well; where the two would disagree it says nothing',
  ],
  'rehearsal:observed-effects': [
    'kept',
    'What a tool was seen to change on a copy is kept with its contract, makes its effect worse in later rehearsals, and nothing looser',
  ],
  'rehearsal:copies-answer-alike': ['kept', 'Servers in a copy answer as they do on the disk'],
  'rehearsal:touches-nothing': [
    'kept',
    'No rehearsal makes a server see a call of a tool, but in a copy that is thrown away',
  ],
  'rehearsal:no-way-to-a-server': ['kept', 'The code that rehearses has no import that leads to a server'],
  'rehearsal:chain': [
    'kept',
    'A rehearsal asks stubs, recordings, the output schema, then answers with the unknown',
  ],
  'rehearsal:syntax-position': ['kept', 'A syntax error is told with line and column of the file'],
  'rehearsal:static-calls': [
    'kept',
    'Call sites are found before anything runs, and their literal arguments are checked',
  ],
  'rehearsal:suggests': ['kept', 'An unknown server or tool is told with suggestions'],
  'rehearsal:unknown-usable': [
    'kept',
    'An unknown value can be read, iterated and printed without making a program look guilty',
  ],
  'rehearsal:taint-sound': [
    'kept',
    'A run that received an invented value passes only where no other value was seen to matter, and what it assumes is told',
  ],
  'rehearsal:guesses-tried': [
    'kept',
    'What an invented answer decides is told with its line and two values, and a condition that nothing turned forbids a pass',
  ],
  'rehearsal:shapes-learned': [
    'kept',
    'A tool without an output schema answers in the shape of its recorded answers; what few of them had may be absent, and what is taken for granted is named',
  ],
  'rehearsal:mistakes-that-end': [
    'kept',
    'Calls that nobody waits for, races, broken texts and undeclared arguments are told at their lines, and never pass',
  ],
  'rehearsal:names-that-speak-against': [
    'kept',
    'What a call needs before it is made, what is used after it is gone, and a name that is all but a known one are told at their lines, and never pass',
  ],
  'rehearsal:unknown-pages-end': [
    'kept',
    'A list that a program reads page by page ends, also where nothing is known of what it is answered',
  ],
  'rehearsal:members-never-recorded': [
    'kept',
    'A member that a plan breaks on, and that no recorded answer of the tool has, is told with those that there are',
  ],
  'rehearsal:knowledge-ends-at-writes': [
    'kept',
    'After a call that may write, no recording of the same world makes a verdict certain, unless it is provably elsewhere',
  ],
  'rehearsal:same-again-is-not-known': [
    'kept',
    'A program whose end hangs on whether a server says the same again passes by no recording, and fails by none',
  ],
  'rehearsal:effects-are-known': [
    'kept',
    'An effect is known by somebody or unknown, and what stops writes stops the unknown',
  ],
  'rehearsal:fail-is-proved': ['kept', 'A run fails only on what is proved'],
  'rehearsal:servers-may-take': [
    'kept',
    'Arguments that a server may take although they break its schema are never wrong for certain',
  ],
  'rehearsal:deterministic': ['kept', 'The same input gives the same report, byte for byte'],
  'rehearsal:page': [
    'kept',
    'The report as a page shows the program beside its findings and the plan as a graph; it is one file that runs and loads nothing, whatever stands in it, and is read by everybody, on a phone, at a desk and on paper, in light and dark',
  ],
  'rehearsal:watched': [
    'kept',
    'Who watches gets a new rehearsal in a fresh world whenever a file of it changes; servers are asked anew only when what starts them changed, and nothing is left at the end',
  ],
  'rehearsal:branches': [
    'kept',
    'With several runs a rehearsal goes where values lead: which calls are always made, which hang on which value, which none reached',
  ],
  'rehearsal:faults': [
    'kept',
    'A rehearsal can let each call fail in turn: what it says is left half done or done twice is left so for real',
  ],
  'rehearsal:several-seeds': [
    'kept',
    'With several seeds the worst verdict counts, and the calls that hang on the seed are told',
  ],
  'ours:own-words-stay': [
    'kept',
    'No word of a report is taken for the name of a secret, in any format and whatever the plan is called',
  ],
  'rehearsal:stubs-used': [
    'kept',
    'A stub of a tool that does not exist, and one that answered no call, is told with the reason; neither changes the verdict',
  ],
  'rehearsal:result-members': [
    'kept',
    'A member that a declared result does not have is told where it is read, and fails a plan only where no run gets past it',
  ],
  'rehearsal:workflows': ['kept', 'A workflow is rehearsed as a program is'],
  'rehearsal:copies-same-again': [
    'kept',
    'What calls changed in a copy is told the same, whichever of their answers came first',
  ],
  'rehearsal:private-files': [
    'kept',
    'No report shows what private files hold, nor secrets that others hold',
  ],
  'rehearsal:copies-answer': [
    'kept',
    'Servers in a copy of the world answer a rehearsal as they are, and outside it nothing changes',
  ],
  'recording:secrets-disguised': [
    'kept',
    'Given secrets of eight bytes and more are replaced in hex, broken base64, UTF-16 and escapes, and where two blocks part them',
  ],
  'gateway:large-lists': [
    'kept',
    'A gateway whose list of tools has more than 100 kB says so, to the client and once to the person, and how a shorter one is had',
  ],
  'rehearsal:named-servers-told': [
    'kept',
    'A report has findings about servers that the plan names or calls, not about the others that there are',
  ],
  'rehearsal:copies-told': [
    'kept',
    'A report says which servers were copied, which not and why, and which answers were no evidence',
  ],
  'rehearsal:asks-what-is-allowed': [
    'kept',
    'A rehearsal asks servers for real what the user allows and nothing else, and tells it before all else',
  ],
  'rehearsal:effect-of-statement': [
    'kept',
    'A tool that does what a statement in its arguments says is held for what that very statement does, and for unknown where one part of it is not known',
  ],
  'rehearsal:stand-ins': [
    'kept',
    'A server that is there for rehearsals is set up before each, taken away whatever happens, and a pass that rests on it says so',
  ],
  'settings:strangers': [
    'kept',
    'Settings that nobody chose start, contact and loosen nothing before a person said so, for the very text of the file',
  ],
  'rehearsal:file-effects': [
    'kept',
    'A report says which files would change through which call; what is lost comes first and is not cut away',
  ],
  'rehearsal:nothing-made-up': ['kept', 'A field of the report that cannot be filled is absent or null'],
  'workflow:mistakes-told-apart': [
    'kept',
    'A cycle, a duplicate id and an unknown dependency are three errors with the ids',
  ],
  'workflow:references': ['kept', 'References work at every depth and imply their dependency'],
  // the command line
  'cli:exit-codes': ['kept', 'The exit code tells fine, failed, used wrongly and could not start apart'],
  'cli:text-report': [
    'kept',
    'The report is told to a person: verdict, what is wrong, calls, effects, what to do',
  ],
  'cli:json-errors': ['kept', 'With JSON output an error is one line of JSON'],
  'cli:config-files': [
    'kept',
    'The configuration files that people have are read, and one bad entry spoils no other',
  ],
  'cli:config-inputs': [
    'kept',
    'The variables of editors and the inputs of a config have values, and passwords among them are neither shown nor stored',
  ],
  'cli:connect': [
    'kept',
    'The gateway is put in front of the servers of a client and taken out again, and nothing else of its file changes',
  ],
  'ours:lock-what-a-model-reads': [
    'kept',
    'Whatever a model reads of a server is held to the lock, and what may steer it fails as what breaks',
  ],
  'ours:vitest-versions': ['kept', 'The door for vitest works beside vitest 4 and vitest 5'],
  'recording:one-gate': [
    'kept',
    'Every field of a recording passes one gate before it is stored, names and versions too',
  ],
  'copy:disk': ['kept', 'What runs in a copy changes nothing outside it'],
  'copy:no-way-out': ['kept', 'What runs in a copy reaches nothing outside it'],
  'copy:nothing-left': ['kept', 'A copy ends with its maker, and nothing is left'],
  'copy:refusal': ['kept', 'A copy that cannot be made says which act was refused, and starts nothing'],
  'copy:changes': ['kept', 'A copy tells what was changed in it, and nothing that was not'],
  'copy:network': ['kept', 'A copy counts what tries to reach out'],
  'copy:limits': ['kept', 'A copy ends when what runs in it goes over a limit, and says over which'],
  'copy:command': ['kept', 'One command runs anything in a copy and tells what it would have changed'],
  'copy:call': [
    'kept',
    'A single call can be made in a copy, and tells what it would have changed, as a diff',
  ],
  'copy:tools': ['kept', 'Servers can be asked for their tools in a copy'],
  'copy:test-kit': [
    'kept',
    'Tests of a server can each have a copy of the machine, and claim what was changed in it',
  ],
  'copy:probe': [
    'kept',
    'A probe in copies may call every tool, and tells only what shows itself alone in a fresh copy',
  ],
  'copy:init': ['kept', 'A first test in copies is of tools that write, too, and passes again and again'],
  'copy:record': ['kept', 'What was recorded in a copy says so, and no store takes it'],
  'copy:network-told': [
    'kept',
    'Whoever runs a server in a copy is told at once when it first tries to reach out',
  ],
  'cli:skill': ['kept', 'One command prints a skill file for coding agents, whose every block works'],
  'cli:doctor': ['kept', 'One command tells what works on this machine'],
  'cli:demo': ['kept', 'One command shows three rehearsals on real servers and proves that nothing changed'],
  'cli:later-options-refused': ['kept', 'What a release does not have yet is refused with a hint'],
  'cli:no-process-left': ['kept', 'Bad input leaves no process behind'],
  // the test kit, next
  'kit:eras': ['kept', 'One test body runs in both eras and over every transport'],
  'kit:matchers': ['kept', 'Matchers tell the text of the tool, the path and the nearest candidates'],
  'kit:report-matchers': [
    'kept',
    'Matchers of reports tell what is wrong and where, and prove nothing by a plan that did nothing',
  ],
  'kit:vacuity': ['kept', 'A matcher that would also pass on an empty answer is reported'],
  'kit:fixture-liveness': ['kept', 'A fixture that no server ever opened is reported'],
  'kit:conformance': ['kept', 'The client passes the scenarios of the public conformance suite'],
  'kit:containers': ['kept', 'A server in a container is tested as any other and removed in any case'],
  'kit:lock': ['kept', 'A change of a contract is told as breaking, risky or additive'],
  'kit:init': ['kept', 'A first passing test of a server is written by one command'],
  'kit:init-recording': [
    'kept',
    'A first test is written of a recording too, and passes with no server present',
  ],
  'kit:lock-tests': ['kept', 'Tests that a change of a contract breaks are named with their place'],
  'kit:torture': ['kept', 'A client can be run against servers that misbehave'],
  'torture:rows-real': ['kept', 'The server of every row really does what the row says'],
  'torture:own-client-right': ['kept', 'The Mock MCP Client is right on every row, and leaves no process'],
  'torture:bad-clients-caught': [
    'kept',
    'A client that hangs, makes answers up, crashes or leaves its server is told apart',
  ],
  'kit:probe': ['kept', 'Probing reports only what is provable'],
  'kit:ci-reports': ['kept', 'Reports exist in the formats of CI services, each valid'],
  // the reference server
  'router:bad-input': ['kept', 'Bad messages, limits, names and files get a defined answer'],
  'router:eval': ['kept', 'Routing is measured on labelled prompts, with a baseline that only rises'],
  // a service as a server
  'server:both-eras': [
    'kept',
    'A service is served to clients of either era, over stdio, HTTP and in memory',
  ],
  'server:official-clients': [
    'kept',
    'The official clients, versions 1 and 2, use a service without a fault',
  ],
  'server:conformance': ['kept', 'A service passes the server scenarios of the public conformance suite'],
  'server:broken-clients': ['kept', 'Clients that break the protocol get errors, and harm nobody else'],
  'server:client-gone': ['kept', 'What a client cancels, or leaves behind, is ended'],
  // recordings that can be trusted
  'record:bytes': ['kept', 'A recorder passes every byte on as it came, on stdio and over HTTP'],
  'record:whole-exchange': [
    'kept',
    'A recording holds the request, what was said in between in its order, and how it ended',
  ],
  'record:nothing-lost': ['kept', 'A recorder that is killed loses at most the exchange under way'],
  'record:durable': [
    'kept',
    'A durable recorder hands an answer on once it is stored: killed by force, it has every answer that its client has',
  ],
  'record:transparent': [
    'kept',
    'A client behind a recorder sees what it sees without: exit codes, signals, refusals, broken connections',
  ],
  'record:bridge': [
    'kept',
    'A client on stdio reaches a server over HTTP through the recorder, in both eras, and no value that is said is changed',
  ],
  'record:front': [
    'kept',
    'A server on stdio is recorded behind HTTP: a process for each session, one for all requests that stand alone, none left behind',
  ],
  'record:credentials': ['kept', 'Credentials that a client sends through a recorder are never stored'],
  'replay:freshness': ['kept', 'Recordings expire by time, contract, version, and writes to the same server'],
  'replay:equal': ['kept', 'A replay gives what the recorded server gave, messages in between included'],
  'replay:bytes': [
    'kept',
    'What stands in an answer, and beside it, is kept and replayed as the bytes that came',
  ],
  'replay:no-match-loud': ['kept', 'A call without a match is an error that names the nearest recording'],
  'replay:postgres': ['kept', 'A team shares one store in PostgreSQL'],
  'replay:mock-server': ['kept', 'A server can be mocked from its list of tools'],
  'replay:redaction-two-sided': ['kept', 'Redaction leaves no secret and harms no innocent value'],
  // the gateway
  'gateway:modes': ['kept', 'One server fronts others, and passes through, records, replays or rehearses'],
  'gateway:written': [
    'kept',
    'What stands in an answer, and beside it, goes through a gateway as the bytes that came, and numbers in arguments as they were written',
  ],
  'gateway:conformance': [
    'kept',
    'Through a gateway that passes everything on, a server scores in the official suite what it scores itself',
  ],
  'gateway:forwarding': [
    'kept',
    'Requests of clients of both eras reach servers of both, with questions, progress, logs, changes and cancellation',
  ],
  'gateway:real-clients': ['kept', 'The official clients list, call, rehearse and run through a gateway'],
  'gateway:policy': ['kept', 'A policy allows, asks or denies, and its word outweighs annotations'],
  'gateway:server-judges': [
    'kept',
    'Arguments of real calls are judged by the server, unless the policy is strict, and the report tells what validation found',
  ],
  'gateway:refusal-final': ['kept', 'A plan that catches a refusal cannot go on'],
  'gateway:real-runs': [
    'kept',
    'A real run makes each call once, touches nothing when its text is wrong, and ends when it is told to',
  ],
  'gateway:tools-in-few-tokens': [
    'kept',
    'What five servers offer fits in 2,000 tokens, with the details on demand',
  ],
  'gateway:choices-honoured': [
    'kept',
    'A choice that cannot be honoured is an error, and never another choice',
  ],
  'gateway:dry-mode-cannot-call': ['kept', 'In dry mode no session exists that could call'],
  'gateway:listings-cannot-call': [
    'kept',
    'Where servers are only listed, no frame but those that it takes ever leaves, and no session outlives its list',
  ],
  'gateway:upstreams-on-demand': [
    'kept',
    'Servers start when they are first needed, are listed from a lock that is fresh, and are gone when the gateway closes',
  ],
  'gateway:upstreams-shared': [
    'kept',
    'Clients share the session of a server unless it can ask them something, and it never asks the wrong one',
  ],
  'gateway:upstreams-fail-alone': [
    'kept',
    'The failure of one server harms no other; it is started again after a back-off, and no call is ever repeated',
  ],
  'gateway:late-servers': [
    'kept',
    'A server that hangs at its start holds up no list for longer than a patience, and is told of once it came',
  ],
  'gateway:copies': [
    'kept',
    'A gateway rehearses plans with its servers in a throwaway copy of the machine, as its client would find them, and nothing they do lasts',
  ],
  'gateway:client-rehearsals': [
    'kept',
    'All calls of one client of a dry gateway go to one copied world of its own, and each is in the journal before its answer leaves; it ends with the client or its time, and the next call begins another from the disk as it is',
  ],
  'gateway:finished-rehearsals': [
    'kept',
    'finish_rehearsal makes all calls again in two fresh worlds and says whether they can be made for real; the agent gets counts and paths, a person the diff and the reasons, also of a client that never finished',
  ],
  'gateway:rehearsals-applied': [
    'kept',
    'What a client rehearsed is done for real after one yes of a person, in a process of its own, to the end that a live task has with ids mapped one to one; where the world moved nothing is done',
  ],
  'gateway:spare-copies': [
    'kept',
    'A copy stands ready behind a gateway, is never older than the disk, and is gone with the gateway however that ends',
  ],
  'gateway:listed-in-copies': [
    'kept',
    'A dry gateway lists tools in the copy that its client gets, and starts servers outside only where the list may be another one or late',
  ],
  'gateway:twins-without-memory': [
    'kept',
    'Behind a gateway a twin is no witness for what its running server, which has been called, answers otherwise',
  ],
  'gateway:whole-questions': ['kept', 'Whoever is asked about calls is shown all of their arguments'],
  'gateway:questions-show-changes': [
    'kept',
    'A person who is asked about a call sees what it changed in a copy, and the agent which files',
  ],
  'gateway:no-texts-for-agents': [
    'kept',
    'Through a gateway an agent is told which files a rehearsal changed in a copy, and not what stands in them',
  ],
  'gateway:loops': ['kept', 'A gateway behind itself is refused, by process and over HTTP'],
  'gateway:upstream-secrets': [
    'kept',
    'What a server was given as a secret is in nothing that is said about it',
  ],
  'gateway:team': [
    'kept',
    'Gateways on one PostgreSQL serve one team: any of them answers for what another one has recorded or run',
  ],
  'gateway:traces': [
    'kept',
    'Executions and their calls are sent as spans where an exporter is configured, and what was said never is',
  ],
  'gateway:tokens': [
    'kept',
    'Whoever comes over HTTP needs a token that the gateway knows, unless only this machine is served',
  ],
  'gateway:principals-apart': [
    'kept',
    'Principals never see the recordings, runs, sessions and questions of each other',
  ],
  'gateway:receipts': [
    'kept',
    'A real run stops before the first call that its rehearsal did not have, and exits as refused',
  ],
  'gateway:require-receipt': [
    'kept',
    'A policy can want every call that may change something rehearsed, alone and in plans; clients of a gateway run plans so by habit',
  ],
  'receipt:deviations': [
    'kept',
    'Planted deviations of program, plan, receipt, policy, contract and target are each stopped before their effect, with the reason',
  ],
  'sequence:a-plan': [
    'kept',
    'The calls of a session are a plan that is read, rehearsed and run as any other',
  ],
  'sequence:as-workflow': [
    'kept',
    'A rehearsed session is written as a workflow where that says the same calls, and as a sequence where it does not',
  ],
  'sequence:own-values': [
    'kept',
    'What a world makes anew is followed word by word in later arguments, and a value computed from it is named before anything is done',
  ],
  'sequence:moved-by-looking': [
    'kept',
    'What moves by being looked at, such as when a file was read last, numbers of processes, memory and durations, stops no sequence',
  ],
  'sequence:promises': [
    'kept',
    'The first answer of a sequence that is not as promised ends the run before the next step',
  ],
  'sequence:world': [
    'kept',
    'What a sequence rests on is looked at before anything is done; what was touched, packed or written again is no difference',
  ],
  'receipt:harmless': ['kept', 'Differences that change no effect stop no bound run'],
  'receipt:tells': ['kept', 'A program that can tell a rehearsal from a real run deletes nothing by it'],
  'receipt:once': [
    'kept',
    'A receipt is spent by one run, durably, before anything is called, whoever shares its journal',
  ],
  'receipt:retries': [
    'kept',
    'A call of a bound run that failed may be made again until it succeeds; one that may have taken effect is not',
  ],
  'receipt:no-secrets': ['kept', 'A receipt holds no secret, and binds secrets all the same'],
  'receipt:one-question': [
    'kept',
    'A person is asked once for a whole plan, and shown every effect with all of its arguments',
  ],
})
