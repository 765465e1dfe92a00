/** Smaller practices of a team that many have an instruction for. The form is told in `topics/index.ts`. */
export const PRACTICES = `
(can not/not) wait … (release/train/week/monday/sprint/version/tomorrow/regular), (fix/patch) … (production/prod/live) …
  (now/today/immediately/at once), (emergency/urgent) (fix/patch/change/release), (quick/urgent) (fix/patch) (for/to/in)
  (production/live/customers), (outside/between) … (train/schedule/releases), (patch/bugfix) release, hotfix
  : hotfix emergency_fix | patch urgent emergency

(deprecate/sunset/phase out/retire), (throw/take/turn/switch) … (old/export/endpoint/feature/function) … (out/away/off),
  (nobody/no one/hardly anybody) use … (any more/any longer/anymore/feature/export/function), (can/may) i (remove/drop/delete)
  … (feature/export/endpoint/option/function), end of (life/support), (stop/end) support for
  : deprecation deprecate sunset | removal retire end_of_life breaking

(error budget/slo/sli/sla/service level), (NUM/three/four) nines, percent (uptime/availability/available), how (reliable/available)
  : slo error_budget service_level | reliability objective availability monitoring

(time zone/time zones/timezone/timezones/utc/daylight saving/summer time/leap year), (hour/hours/day/one day) (off/early/late/too
  early/too late) … (date/calendar/clock/time), (rounding/cents/decimal/currency) …
  : date time_zone time | money rounding calendar utc

(bash/shell/sh/zsh) (script/scripts), (shellcheck/shebang), (script/scripts) … (quote/exit/fail/portable/argument)
  : shell script bash | scripting command_line automation

(certificate/certificates/tls/ssl/https/dns/domain) … (expire/renew/run out/invalid/warning/set up), (encrypt/encryption/cipher/hash)
  : certificate tls encryption | dns domain renew cryptography

(interview/talk to/ask/watch/observe) … (users/customers) … (need/want/use/test), (usability/user) (test/research/interview),
  what do (users/customers) (need/want)
  : user_research usability | research interview discovery customer

(okr/okrs/key result/key results/objective/objectives), goals for … (quarter/year/team), (roadmap/vision) …
  : goal okr objective | roadmap strategy quarter

(vacation/holiday/holidays/day off/days off/sick/ill/parental leave) … (take/book/request/from/until/next/today), i be (ill/sick),
  call in sick, who be away
  : absence vacation time_off | holiday sick leave calendar

(event/events/message/messages) … (publish/consume/subscribe/twice/order/lost/topic/schema), (dead letter/event driven/outbox)
  : event messaging queue | publish consumer topic asynchronous

who (own/owns/maintain/maintains/look after/be responsible for) … (service/module/code/repo/component/part/this), codeowners,
  (orphaned/nobodys) (service/code/repo)
  : ownership code_owner | codeowners maintainer responsible

(set up/setup/install/prepare) … (local/locally/machine/environment/dev/toolchain), (run/start) … locally, which
  (node/python/java/go) version, (fresh/new) (clone/checkout/machine)
  : local_setup development_environment dev_environment | setup environment install tooling

(brown bag/lunch and learn/tech talk/lightning talk/guild/community of practice), share … (knowledge/what i learn) …,
  (give/hold) … (talk/training/workshop)
  : knowledge_sharing | training talk learning workshop

(bug bash/exploratory/exploratory testing/manual testing/test by hand/qa round), (click/go) … (by hand/manually) …
  (release/version/app)
  : manual_test exploratory | qa bug_bash acceptance

(chaos/game day/gameday/failure injection), (kill/pull/unplug) … (random/instance/node/plug) … (see/what), rehearse …
  (outage/disaster/failure)
  : chaos game_day resilience | drill failure disaster

(new/another/which) (vendor/supplier/provider/saas/tool) …, (contract/subscription/seats/offer) (with/for/ends/renew), (buy/book/order) …
  (tool/licence/license/seat/seats/subscription)
  : vendor procurement purchase | supplier contract tool third_party

(open source/upstream/github) … (contribute/contribution/publish/maintainer), (contribute/pull request) … upstream, (external/outside)
  contributors
  : open_source contribution contributing | upstream community license

(type/types) (check/checker/error/errors/annotation/annotations), (any/unknown) type, (strict mode/typescript/mypy/type hints)
  : type typescript typing | strict annotation

(user story/user stories/acceptance criteria/definition of ready), as a user i want, given when then
  : user_story acceptance_criteria story | requirement refinement ready backlog

(remote/home office/hybrid/async/asynchronous) (work/working/team/day/days), work … (from home/remotely), (core hours/quiet hours)
  : remote_work communication async | hybrid working hours
`
