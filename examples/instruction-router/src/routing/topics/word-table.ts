/** Words that are heard where a topic is talked about, behind the first name of the topic. One word tells little; several together do. */
const TABLE = `
incident: offline unreachable downtime outage catastrophe disaster panic urgent emergency asap immediately affected impact crash
  crashing collapsed dead dying broken failing failures timeouts unavailable degraded disruption mitigate stabilise restore
  status_page commander scribe bridge warroom escalating alarm customers phones ringing complaints hotline angry overloaded
  attack ddos flooding everything nobody 502 503 504 gateway sev1 sev2 critical major blocker payments stopped
postmortem: happened happening why cause causes caused root contributing factors timeline blameless blame fault guilty aftermath
  afterwards analysis analyse understand lessons writeup report prevent prevention recurrence unnoticed undetected explain
  actions followup repeat culprit whys rca debrief overlooked earlier
alert: alert alarm pager page paged notification notify notified message noise noisy threshold graph graphs dashboard dashboards
  metric metrics prometheus grafana datadog monitor monitored monitoring watch uptime healthcheck silence mute ignored fatigue
  anomaly detect detected noticed unnoticed early warning signal probe burn slo sli budget trace tracing telemetry instrument
  visibility observability ring night asleep woken
on_call: call pager shift duty rota roster week swap weekend night holiday phone carrying carry stand-by standby primary
  secondary backup rotation handover escalate compensation schedule responsible reachable takeover cover
logging: log logs logging logger level debug info warn error verbose stdout stderr structured json correlation trace id message
  context output line lines grep kibana splunk loki noise
performance: slow slower slowness sluggish lag laggy latency response seconds minutes waiting wait coffee forever ages speed
  fast faster quick quicker optimise bottleneck profile profiler flame hot cpu memory ram heap leak gc load heavy queries query
  n+1 render bundle cache index timeout overnight nightly batch finish scale throughput p95 p99 percentile crawl snappy
  performance loop pain
query: query queries select join index indexes explain plan scan sequential database postgres mysql sql orm n+1 count aggregate
  slow planner statistics table
load_test: traffic users concurrent peak load stress capacity survive hold scale black christmas launch campaign spike requests
  soak ramp knee k6 jmeter gatling locust forecast headroom autoscale
backup: backup backups restore restored restoring recover recovery lost lose losing deleted wiped gone vanished yesterday state
  dump dumps snapshot snapshots copy copies archive tape usable drill replica failover region disaster ransomware burned
  overwritten corrupted undelete accidentally mistake bring
cost: cost costs bill bills invoice expensive cheap cheaper money spend budget saving savings idle oversized reserved spot
  finops euros dollars
infrastructure: terraform pulumi cloudformation ansible infrastructure cloud aws azure gcp bucket vpc subnet dns firewall server
  vm cluster loadbalancer provision resource state drift plan apply module region console clicked
docker: docker container containers image images dockerfile layer layers base alpine registry pull push compose multistage root
  entrypoint build
kubernetes: kubernetes k8s pod pods helm chart namespace ingress deployment replica replicas probe readiness liveness evicted
  crashloopbackoff node kubectl manifest limits requests rollout restarts
cache: cache cached caching stale invalidate invalidation ttl expire expiry redis memcached cdn etag refresh fresh outdated
  purge hit miss recompute
configuration: config configuration setting settings environment variable variables env yaml toml default defaults override
  parameter host port url staging production flag file profile
job: job jobs queue queues worker workers cron schedule scheduled background async batch retry dead_letter stuck consumer
  publish subscribe
runbook: runbook playbook steps procedure manual operator routine
release: release releases released ship shipping shipped deploy deployed deployment deploying launch live production prod
  publish tag tagged version cut candidate rc canary freeze friday checklist ready go signoff approval window rollout customers
  store lands available when train
rollback: rollback roll revert reverted undo back previous former old last good earlier yesterday before deploy deployed release
  update upgrade bad broken worse since after hotfix restore return culprit faulty downgrade off
feature_flag: flag flags toggle toggles switch hide hidden behind enable disable on off percent percentage rollout gradual
  gradually beta pilot early access tenants accounts cohort only some few kill emergency experiment unfinished half dark launch
  remove stale expose
versioning: version versions number major minor patch digit first second bump semver semantic breaking compatible incompatible
  increment release prerelease
changelog: changelog notes news announce announcement tell people customers changed changes added fixed removed whats new list
  summary version readers history entry
preview: preview link url designer marketing product owner click try demo staging instance environment ephemeral temporary
  sandbox share see before merge branch reviewapp
broken_build: red broken build builds compile compiles compilation fails failing main master trunk merge merged merging revert
  pipeline blocked everybody nobody killed who fix ci since commit
pipeline: pipeline pipelines ci cd build builds workflow workflows actions runner runners stage stages step steps job jobs cache
  caching artefact minutes slow faster feedback parallel side_by_side lint npm_ci install download downloads jenkins gitlab
  github yaml push wait trigger nightly matrix automate automated automatically green
mobile: ios android app store apple google review rejected testflight phone phones device devices crash signing bundle
debug: bug bugs debug debugging wrong strange weird odd mystery mysterious stuck hours afternoon cause reason reproduce
  reproducible error errors exception stack trace null undefined nan empty blank off cent result total unexpected expected works
  fails sometimes somewhere broken why hypothesis bisect breakpoint log print machine browser firefox safari only everywhere
  else page clue idea investigate hunt symptom misbehaves disappears flickers
error_handling: error errors exception exceptions catch caught throw thrown raise try except finally swallow wrap rethrow retry
  retries backoff timeout fallback missing invalid fail failure message traceback crash crashes dies graceful null guard
  validate circuit breaker
concurrency: race racing thread threads parallel concurrent lock locks locking mutex deadlock async await simultaneous
  simultaneously twice double duplicate same time atomic transaction idempotent queue order worker workers seat booked overwrite
flaky: flaky flake flakes intermittent sometimes random randomly occasionally rerun retry again green red third every midnight
  utc timezone clock order shared state sleep wait timing network ci locally passes fails unstable quarantine skip unreliable
test: test tests tested testing untested unit integration cover covered coverage assert assertion case cases edge regression
  mock mocks stub fake spec suite tdd automatically checked check branches verify prevent break breaks again safety net pytest
  jest vitest junit rspec function module bug fixed
e2e: browser click clicks through flow journey signup login pay payment playwright cypress selenium screen user acceptance end
  whole headless scenario smoke before release automatically
property: random generate generated inputs input weird strange fuzz fuzzing law laws invariant hypothesis quickcheck mutation
  shrink seed edge parser encoder
test_data: fixture fixtures sample data seed factory synthetic dummy fake realistic anonymised production copy dump staging
refactor: refactor refactoring clean cleanup tidy messy mess ugly horrible legacy old spaghetti rewrite restructure simplify
  extract duplicate duplicated copied complicated complex readable unreadable long huge lines class function method module
  nobody dares touch untangle modernise debt shortcut hack hacky dead unused smell improve structure god
style: style naming convention conventions format indent tabs spaces lint linter camelcase snake underscores quotes semicolons
  pep8 type hints docstring
review: review reviewer reviewers approve approval approved lgtm comment comments nit nitpick nitpicky feedback look glance
  opinion diff change changes pr pull request merge colleague eyes second huge lines split waiting stale requested naming rude
  polite
api: api endpoint endpoints rest route routes resource request response payload field json status code codes 404 400 client
  clients consumer consumers partner partners integrator integrators breaking break compatible deprecate deprecated remove
  version pagination webhook openapi swagger graphql contract answer format changed send back exist
architecture: architecture structure module modules layer layers boundary boundaries coupling cohesion service services
  microservice monolith dependency cycle belongs folder package domain hexagonal
decision_record: decide decided decision decisions choose chose choice option options alternative alternatives compare versus
  settle discussion discussed debate argument arguments pros cons trade tradeoff why back_then picked rfc adr record
  consequences convince convinced result vote prefer technology framework database library last year
spike: spike research prototype poc experiment explore evaluate feasible feasibility possible timebox compare investigate
accessibility: accessible accessibility a11y blind deaf screen reader keyboard tab key mouse contrast colour grey light white
  read zoom font small wcag aria label labels focus alt disabled impaired eyesight elderly voiceover
translation: translate translation translations translated language languages locale locales text texts string strings german
  french polish spanish plural plurals singular country abroad date dates currency format hard_coded wording key keys english
  missing i18n l10n
frontend: css layout style button buttons page component colour font spacing align responsive mobile dark design figma pixel
  ugly modal icon
analytics: analytics tracking track event events funnel conversion click clicks users usage measure metric experiment ab variant
  sells steps signup drop lose dashboard behaviour feature used cohort retention adoption
prompt: prompt prompts model llm tokens hallucinate temperature completion chatbot
commit: commit commits committing committed message subject body wording squash combine amend fixup tiny wip log imperative
  conventional sign staged stage prefix history describe
branch: branch branches branching name naming trunk main master develop feature hotfix cherry pick rebase merge stale refs
  origin remote old long lived delete same two git worktree
merge_conflict: conflict conflicts conflicting merge merging rebase rebasing resolve both edited same file files sides ours
  theirs hunk marker pulled pull lock stash markers
git: reset hard lost work vanished nowhere found reflog recover force push pushed wrong remote branch commit undo revert amend
  detached head history rewrite rebased rebase stash checkout clean large blob video binary filter overwritten dropped
  accidentally origin
retrospective: done finished complete completed through over last live shipped wrapped closed delivered merged end sprint
  milestone project card finally retro retrospective retrospect lessons learned learn reflect improve well better hindsight
  again never takeaways look back celebrate work rewrite task
work_log: log journal diary note notes write down record entry entries track trail keep document remember today yesterday did
  done experiments findings progress protocol jot forget achieved notebook worked timesheet
recurring: again recurring repeated repeat pattern patterns always every time keeps same mistake third second often counter
  track improvement improve systemic habit
planning: plan planning split slice cut break breakdown pieces steps small smaller tasks story stories epic large big huge half
  year show days vertical criteria acceptance scope milestone roadmap quarter months weeks goal goals order dependencies start
  begin tackle approach idea feature request requirement
estimate: estimate estimation estimates effort size sizing long days weeks hours month months points deadline promise promised
  realistic ready done finished may june guess ballpark forecast date late delay how_long range confidence velocity sales year
  small
triage: triage priority prioritise prioritisation important urgent severity reports report bugs wishes wish incoming weekend
  backlog sort first order which flood pile customer wants request grooming label reject duplicate impact
issue: issue issues ticket tickets bug report file filed raise open track title steps reproduce expected actual board card cards
  column assign label noticed found later forget moved stale link
close_issue: close closed closing closure done criteria ticked finished complete resolve resolved merged ticket issue checklist
  evidence
scope: scope creep also too extra additional another wish wants while here more agreed bigger grow idea slip in trade customer
  client requirement later
status: status report progress update weekly monthly management boss director manager stakeholder stakeholders summary inform
  know far stand friday mail steering newsletter green amber numbers informed
standup: standup daily morning blocked blocker stuck waiting yesterday today board late attend miss thread meeting impediment
  remote
meeting: meeting agenda minutes workshop invite facilitate notes participants
demo: demo show present presentation stakeholders sprint review slides audience
risk: risk risks risky danger mitigation contingency probability plan b supplier delay depend assumption worry uncertain
onboarding: new starter starts joins joining colleague intern trainee junior hire first day week laptop account accounts access
  buddy mentor welcome read learn setup tour induction introduce newbie ramp team monday
handover: handover hand over leave leaves leaving left quit resign resigned contract ends farewell last day holiday vacation
  parental absence cover takes takeover knowledge built knows only alone successor replacement transfer offboarding retire sick
  weeks away built_by
interview: interview interviews candidate candidates applicant applicants hire hiring recruit recruiting cv questions ask job
  developer salary offer task score impression talking conversation vacancy
feedback: feedback praise criticise review appraisal one_on_one raise promotion career growth difficult talk
conflict: disagree disagreement argue argument quarrel fight opinion opinions tension rude mediate consensus
pair_programming: pair pairing mob together driver navigator remote session screen share sit two
escalation: support customer client angry furious upset complain complains complaint escalate threatens leave cancel refund
  lawyer forwarded mail reply answer apologise hotline helpdesk vip biggest key account ticket
licence: licence license gpl mit apache bsd agpl copyleft legal copyright attribution copy snippet open source allowed
secret: secret secrets password passwords passphrase key keys token tokens credential credentials env vault leak leaked expose
  exposed rotate rotated revoke stolen lost laptop commit committed pushed public config yml smtp login certificate private
  plain store encrypted keystore
access: access permission permissions right rights role roles admin root sudo ssh login box production grant revoke denied
  forbidden locked vpn sso account see seeing everybody portal allowed least privilege group
security: security secure attack attacker attackers hacker abuse exploit threat stride trust boundary auth authentication login
  oauth google sign-in sso session payment upload url fetch server_side ssrf injection xss csrf sanitise untrusted input
  validate pentest crypto malicious dangerous champion check html endpoint
vulnerability: vulnerability vulnerable cve exploit patch advisory dependabot audit hole researcher disclosure reported critical
  severity snyk fix upgrade bounty
dependency: dependency dependencies package packages library libraries npm pip gem maven install upgrade update outdated version
  bump maintained unmaintained abandoned deprecated renovate lockfile transitive add remove replace third party warning audit
  module sdk
privacy: privacy gdpr personal data delete deleted erase forget forgotten export printout know about him her customer subject
  consent cookie retention retain address email phone name live copy notebook laptop testing anonymise legal law processor pii
audit: audit auditor auditors trail who changed when approved evidence compliance soc2 iso regulator prove traceable
database_migration: migration migrations migrate schema column columns table tables alter attribute field add drop rename
  backfill fill existing records rows million lock locked downtime nullable constraint index expand contract deploy reversible
  default extra new invoices
data: pipeline etl warehouse dataset quality dbt airflow batch report numbers duplicates
destructive: delete drop wipe remove purge destroy erase truncate overwrite force reset rm kill everything all irreversible undo
  production live confirm sure careful danger dangerous rid without backup permanently clear
autonomy: ask asking decide decision permission autonomy allowed yourself own judgement check confirm boundaries trust
  independently
verify: verify verified sure really actually works working work prove proof evidence show test tested tried ran run output check
  checked trust believe claim claimed told said last time fixed green guess assume how know confident
correction: wrong not wanted meant asked said misunderstood misunderstand ignore ignored again stop listen different instead
  mistake sorry disappointed undo
handoff: session sessions context tokens window continue resume tomorrow fresh chat conversation handoff summary compact left
  off long next
delegation: subagent subagents agent agents delegate parallel several workers split distribute brief
requirement: unclear vague ambiguous clarify meaning mean requirement requirements question customer exactly specification
documentation: documentation docs readme guide tutorial manual handbook wiki paragraph page explain describe instructions start
  started setup run hours spare others how_to usage outdated screenshot example examples reader write understand find getting
  install chapter section reference
diagram: diagram draw drawing sketch picture visualise chart mermaid overview boxes arrows
wording: wording word phrase copy microcopy tone label message dialog text
hotfix: hotfix urgent emergency patch fix wait train production live immediately cherry pick smallest tonight customers
deprecation: deprecate deprecated sunset retire remove removal phase old nobody uses replacement announce migrate legacy
slo: slo sli sla objective budget uptime availability nines reliability percent target
date: timezone zone utc daylight saving clock calendar rounding cents currency midnight offset iso
shell: shell bash script scripts quote pipefail shebang exit argument shellcheck posix
certificate: certificate certificates tls ssl https dns domain expire expired renew encrypt encryption cipher
user_research: usability research interview observe need users prototype survey persona insight
goal: okr objective goals quarter key results strategy vision roadmap
absence: vacation holiday sick ill leave away off days calendar absent
event: event events message publish subscribe consumer topic broker outbox ordering duplicate
ownership: owner owns own maintainer responsible codeowners orphaned belongs
local_setup: install setup locally machine laptop toolchain clone environment homebrew devcontainer
knowledge_sharing: talk workshop training share brown lunch guild learn
manual_test: manual hand exploratory bash tester session charter
chaos: chaos kill random inject failure resilience drill
vendor: vendor supplier contract subscription seats buy offer procurement invoice
open_source: upstream contribute contributor community maintainer foundation
type: type types typed typing strict annotation generic inference
user_story: story acceptance criteria refinement ready persona value
remote_work: remote home office hybrid async hours camera
`

export const WORDS: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split(/\n(?=\S)/)
    .map((entry) => {
      const [name = '', words = ''] = entry.split(': ')
      return [name, words.replace(/\s+/g, ' ')] as const
    }),
)
