/** Secrets, rights, personal data, tables, and how an assistant behaves. The form is told in `topics/index.ts`. */
export const TRUST = `
(pasted/posted/committed/pushed/leaked/shared/sent/exposed/published/mailed/put/checked in) …
  (password/key/token/secret/credentials/env/env file/private key/certificate/api key),
  (password/key/token/secret/credentials/private key/secret_access_key/env file) … (leaked/public/exposed/in repo/in git/in
  slack/in log/in logs/in last/in commit/pushed/in chat/in code/in plain/in history/visible/on github/on
  wiki/stolen/compromised), (aws/api/secret/access/private/signing/encryption) (key/keys/token),
  (password/passphrase/keys/passwords/credentials/tokens) …, in plain text, hard coded
  (password/key/secret/token/credentials), (where/how) … (put/store/keep/save/share/hand) …
  (password/key/secret/token/certificate/credentials/passwords), (rotate/revoke/renew) …, (vault/keychain/password
  manager/keystore)
  : secret credential leaked_secret | password key token leak rotate revoke vault

(can not/not able to/unable to/may not/not allowed to) (see/access/open/push to/ssh/get into/enter/view/edit/reach)
  (repo/repository/project/dashboard/server/cluster/board/billing/admin/page/folder/bucket/database/staging/console/wiki),
  (permission/access) (denied/request/rights/to/for), (need/want/give/grant/get/have/request/gets/needs) …
  (access/rights/permission/permissions/admin/sudo/root), (admin/root/sudo/read/write) (rights/access/role), who (may/can/is
  allowed to/has access/should be able) …, only (admins/owners/managers/members/some) …, (403/forbidden/unauthorized),
  (vpn/sso/two factor/2fa/mfa/okta) …, add (him/her/me/somebody/them) to, locked out
  : access permission access_request | rights role authorization grant

(what/anything/how) … (could/can/might/would) (go wrong/be abused/be exploited/abuse/exploit/misuse),
  (attacker/attackers/hacker/hackers/malicious/nasty/evil/bad person/bad guys/intruder/thief) …,
  (abuse/abused/exploit/misuse/hack/hacked/tamper/spoof) …, (upload/uploads/uploading)
  (file/files/html/images/documents/svg/template/templates/anything), let (people/users/customers/strangers) …
  (upload/enter/run/embed/paste), (users/people/customers) (upload/enter/type/paste) …, (safe/secure)
  (enough/to/against/is/this), (login/auth/authentication/payment/session/crypto/encryption) (change/flow/rework/new), (sql
  injection/injection/xss/csrf/ssrf/sanitize/sanitise/untrusted/validate input), trust boundary, (is/be) (it/this/that)
  (secure/safe), (sign in/login/log in) with (google/github/facebook/apple/microsoft), (take/accept/fetch/parse/open) …
  (url/html/template/xml/archive) … (user/outside/customer/anybody), server side (fetch/request)
  : security threat_model security_review | threat attack abuse review secure input validate

(vulnerability/vulnerabilities/vulnerable/cve/cves/dependabot/snyk/npm audit/security advisory/security hole/exploit/zero
  day/pollution/log4j/log4shell), (researcher/stranger/hacker/somebody/bounty hunter) …
  (found/mailed/reported/read/see/wrote/can see/can read), (reported/report) … (security/hole/vulnerability), (read/see)
  other (peoples/users/customers) …, (patch/patched) (fast/now/within/soon/deadline), (audit)
  (says/shows/found/warning/report), critical (finding/issue/severity)
  : vulnerability cve security | advisory patch dependency third_party upgrade disclosure patching

(upgrade/upgrading/update/bump/newer/outdated/latest/deprecated/behind) …
  (version/versions/package/packages/library/libraries/dependency/dependencies/react/node/python/java/framework),
  (versions/years/releases) behind, out of date, (renovate/dependabot) (pr/opened/wants/bump), (add/use/install/take/pull
  in/bring in) … (library/package/dependency/npm/gem/module/sdk/crate), (is/be) there … (library/package/npm/on
  npm/module/gem/crate/pypi), on (npm/pypi/maven/crates/rubygems), (left pad/unmaintained/abandoned) …, third party,
  (node_modules/lockfile/lock file/package json/requirements txt/pom xml), (not/no longer) maintained, be on {tech} NUM,
  (no/not have/last) … (commit/release) … (year/months/NUM), npm (install/audit/outdated)
  : dependency upgrade third_party | library package update npm license

(customer/user/person/somebody/patient/client/he/she/they/member) … (deleted everywhere/erased/forgotten/be deleted/be
  removed/delete their data/delete his data/delete her data/data deleted/account deleted/knows about/hold about/have
  about/store about/wants everything/all data), (delete/remove/erase) … (account/personal/user data/customer data/my data),
  (log/store/keep/save/collect/record/send/hold/hand) … (email/emails/e mail/address/addresses/names/name/phone
  number/birthday/ip/ips/personal/location/health), (how long/when) … (keep/store/retain/delete/purge) …, (email/e mail/mail
  address/addresses/names/birthdays/phone numbers/ip addresses) of (users/user/customers/customer/people/employees),
  (gdpr/dsgvo/ccpa/personal data/pii/consent/cookie/cookies/data protection/data subject/right to), asks for (their/his/her)
  data, (real/production) (customer/user) data, privacy (policy/law), anonymise, anonymize, (legal/lawful) to (store/keep),
  (keep/store/save/have) … (birthday/birthdays/birth/passport/salary/salaries), (users/customers/people) who leave,
  (erase/forget/delete) (everything/all) … about
  : privacy gdpr personal_data | data_retention retention personal deletion consent data_subject pii

(who/when) (the hell/) … (changed/deleted/edited/approved/modified/touched/accessed/logged in/removed/did it),
  (auditor/auditors/audit/soc2/soc 2/iso/iso27001/compliance/regulator/certification), prove (that/who/when/to),
  (traceable/traceability/trail/paper trail/evidence for auditor), nobody (admits/knows who)
  : audit audit_trail compliance | audit_log traceability auditor evidence

(add/rename/drop/remove/split/change/alter/move/need/make/one more/new/another/extra) … (column/columns/table/tables/field
  on/foreign key/constraint/schema/not null/primary key/collation/enum), (alter/create/drop) (table/column/index), without
  (downtime/taking offline/locking/taking site/stopping/interruption), (existing/old) (rows/records/data), (one
  more/new/another) (field/attribute) (on/in/for), (lock/locks/locked/locking) … (table/tables/rows/lock), waiting for …
  lock, (backfill/migrate/migration/migrations/schema) …, (convert/populate) … rows
  : database_migration migration schema | schema_change migrate column table database

(pipeline/etl/warehouse/dbt/airflow/spark/snowflake/bigquery/parquet), (data)
  (quality/lake/warehouse/pipeline/model/contract), (report/dashboard/numbers/figures) (do not/not) (match/add up/agree),
  (duplicates/missing values/nulls) in (data/table/dataset)
  : data pipeline quality | etl warehouse dataset

(delete/drop/wipe/remove/purge/destroy/erase/kill/truncate/nuke/overwrite/empty/format/clear/reset)
  (all/everything/it/whole/old/entire/production/prod/staging/bucket/database/db/table/folder/data/disk/branches/them/users/cluster/volume/directory/repo/that/cache/files/backups/accounts),
  (rm rf/rm r f/rm fr), (directly/straight) (on/in/to) (prod/production/live), on (prod/production/live)
  (now/directly/quick), (not/never) (be/) undone, no way back, (start/begin) (afresh/from scratch/over/clean), (drop
  table/drop database/truncate table), blow away, get rid of (all/everything/old), bulk (delete/update), (send/mail/email) …
  (everybody/all customers/all users), (pay/transfer/refund) … (all/NUM/money)
  : destructive irreversible safe | confirm confirmation safety danger dangerous permission delete ask

(without/stop/always/ever) (asking/ask), (ask/check with) (me/first/before), ask(ing) me, on (your own/own), by
  (yourself/oneself), you (decide/choose), up to you, (do/use) (whatever/what you think/your judgement/your judgment),
  (may/can/should/must) you (act/decide/do/just/do it), (your/own) (decision/judgement/discretion), (allowed/permitted) to
  (do/decide)
  : autonomy ask collaboration | permission approval confirm delegate

(be/are) you (sure/certain/positive/serious/kidding), (do/did/have) you (actually/really/even/) …
  (run/ran/try/tried/test/tested/check/checked/verify/verified/look/execute/see/seen/guess), how (do/can/would) (you/i)
  (know/be sure/tell/prove/trust), you (said/say/claim/claimed/told/tell/promise/promised) (it/that/so/me/is), (prove/show)
  (it/that/me/proof/output/evidence), (it/this) (actually/really) (work/works/done/fixed), (just/only/or)
  (guess/guessing/guessed/assume/assumed/assuming), (double check/double checked/verify/verified/make sure/recheck)
  (it/this/that/again/before), (should work/probably works/seems to work) …, (not/do not) believe (you/it/that), trust but
  : verify evidence verification | prove proof validate check validation

(no/not/wrong) (what/like) (i/that) (asked/want/wanted/meant/said/ask/mean), (is/be) not what i, i
  (said/meant/asked/told/wanted) (for/you/not/to/something), not what i (asked/wanted/meant/said), (you/keep)
  (keep/kept/always/again)
  (ignore/ignoring/forget/forgetting/make/making/do/doing/misunderstand/repeat/repeating/change/changing),
  (misunderstood/misunderstand/misread/ignored) (me/i/what/my), (i/already) (already/did) (said/told/say), (you/that)
  (got/get) (it/that/me) wrong, wrong (approach/direction/file/thing/way/place), (stop/no) (doing/that/stop/this),
  (undo/revert) what you (did/do/have), (why/i) (did/not) … (you/ask) (do/change/touch/ask) …, (listen/pay attention)
  (to/please)
  : correction course wrong_approach | user_correction misunderstanding mistake feedback not_what_i_asked course_correction

(context/tokens/token/memory/window) (window/limit/full/run out/is full/left/gets/too long/budget/size), (run/running/ran)
  out of (context/tokens/space), (continue/carry on/go on/resume/finish/pick up) … (tomorrow/later/next session/new
  session/fresh chat/new chat/another day/next time/where), (fresh/new/next/another/last/previous)
  (chat/session/conversation/window), (left off/leave off/where be i/stopped), i be back, (catch/get) me up, (hand/pass) …
  (next session/next agent/another agent), (conversation/chat/session) … (long/too long/over/ends),
  (compact/compaction/summarise conversation/summarize conversation)
  : handoff session context | resume continue context_handoff session_handoff compaction

(subagent/subagents/sub agent/other agents/several agents/agents/helpers/swarm), (several/multiple/two/three/many/more) of
  (you/agents), (in parallel/at same time/simultaneously) (agents/you/with), (delegate/delegating/distribute) …,
  (split/divide) … (among/between/agents), parallel (agents/work)
  : delegation subagent agent | delegate parallel agents

(not/be) (sure/clear/certain) (what/which/whether/exactly) …, (could/can) mean, what (exactly/precisely) (do/is/be/should),
  what (do/did) (they/customer/he/she/client) (mean/want), (vague/unclear/ambiguous/contradictory/fuzzy)
  (requirement/ticket/wish/request/story), (requirements/specification/spec) …
  : requirement clarify ambiguous | question ask clarification

(nobody/no one/new people/users/people/they/customers) … (find out/understands/understand/finds/find/knows how/know how) …
  (how/to/run/start/use/it/out), (explain/describe/document) … (how/to users/for users/for others/process/setup/works),
  (readme/documentation/docs/guide/tutorial/manual/handbook/how to/howto/wiki/walkthrough/cheat sheet/user guide)
  (for/of/about/is/be/out/on/we/page), (write/update/improve/create/need) …
  (readme/documentation/docs/guide/tutorial/manual/how to/howto/handbook/wiki page/instructions for), how (do/can)
  (people/users/others/somebody) (use/start/run/install), (how to use/getting started/screenshots),
  (misspelled/typo/typos/wording/grammar/style) in (docs/readme/guide/text), (add/write/insert) …
  (paragraph/section/chapter/page) (about/on/to), nobody understand how, explain … better, (help/docs) (page/pages)
  : documentation readme docs | guide technical_writing document tutorial writing manual

(draw/sketch/picture/diagram/visualise/visualize/chart/mermaid/plantuml/drawing) …, (how/where) (it/everything/all/they)
  (fits/fit/hang/hangs) together, big picture, overview of (system/architecture/services)
  : diagram architecture | drawing visualize overview

(button/error/empty/dialog/label/tooltip/ui) (text/copy/wording/texts), (microcopy/ux writing/tone of voice), what should
  (button/message/label/dialog) say, how (do/should) i (word/phrase) …
  : wording copy ux | text tone writing
`
