/** Writing, testing and repairing code. The form is told in `topics/index.ts`. */
export const CODE = `
no (idea/clue) (why/what/how), (not know/not understand/not see/can not tell/can not
  explain/puzzled/wonder/wondering/strange/weird/odd/mystery) (why/what/how/thing/behaviour/behavior/bug/error), why
  (is/be/do/does/would/could) … (not/wrong/empty/null/undefined/nothing/happen/break/fail/crash/twice/behave/display/show),
  why (could/might/would) (that/this/it) be, (can not/could not) (figure/find) … (out/cause/reason/bug/why), (make/makes) no
  sense, (do/does) not (work/behave/react/show/appear/do anything/respond), (is/be) not
  (working/showing/behaving/appearing/updating/rendering), (wrong/unexpected/strange/weird)
  (result/output/value/behaviour/behavior/number/total), (undefined/null/nan) …, of (undefined/null),
  (typeerror/referenceerror/nullpointerexception/keyerror/valueerror/attributeerror/segfault/stacktrace/traceback/exception/panic),
  (segmentation fault/stack trace/core dump/unhandled exception/unhandled rejection), (works/work/fine/runs) on
  (machine/laptop/computer/mine), on (machine/laptop/computer), (works/work) (for/with) (me/him/her/some/others) (but/not),
  what is going on, going in circles, tried everything, (am/be/got/get) stuck (on/with/in), (behave/behaves) differently, do
  nothing, nothing happens, (used to/stopped) (work/working), suddenly …, (only/just) (in/on)
  (firefox/safari/chrome/windows/mac/ie/edge/android/ios/linux/mobile), (crash/crashes/crashing/crashed)
  (when/with/on/after/if/as soon as/every time), hunt … (bug/down), track … down, pin … down, get to bottom, since
  (which/what) (commit/change/version), (breakpoint/debugger/repro/reproduce), (happens/happen) when,
  (looked/searching/looking) for hours, for hours
  : debug bug | diagnose troubleshoot investigate cause reproduce symptom error problem

(exception/exceptions/error/errors) (bubble/swallow/swallowed/catch/caught/thrown/wrap/handle/handling/be handled),
  (catch/throw/swallow/rethrow/wrap/handle) … (exception/error/exceptions/errors/it all), (try/except/catch)
  (pass/block/catch/finally), except exception, (when/if/what if/what happens if) … (fails/missing/not found/times
  out/timeout/unavailable/not there/goes wrong/returns nothing/not exist),
  (file/server/service/network/value/input/partner/third party) (is missing/is not there/not found/does not answer/does not
  exist/not answer), (dies/crashes/blows up/falls over/exits) (with/when/if/on/because), (retry/retries/backoff/circuit
  breaker/timeout/fallback), error (message/messages/text/code/codes), gracefully, fail (fast/silently/loudly), silently
  (ignored/fails/swallowed), give up after
  : error_handling exception error | retry failure handle fail timeout

(race condition/deadlock/mutex/semaphore/thread/threads/async/await/goroutine/parallel/concurrent/lock/locks),
  (two/both/several/many) (threads/workers/processes/users/requests/people/jobs/instances/tabs) … (same/at once/at same
  time/simultaneously/each other/wait), at (same time/exact same moment/same moment), simultaneously,
  (twice/double/duplicate) (charged/booked/sent/processed/created/executed/run), (booked/sold/charged/processed/executed)
  twice, (overwrite/overwrites) each other, wait for each other, depends on … order, lost update
  : concurrency race parallel | thread lock async deadlock idempotent

(passes/pass/fails/fail/failed/red/green/breaks) (when/sometimes/again/randomly/locally/only/occasionally/every/about
  every/one in/once) …, (sometimes/occasionally/randomly/now and then/from time to time/once in while/every now and
  then/intermittently/every other time) (fails/fail/red/breaks/failing/green), (rerun/reran/re run/re ran/ran again/run
  again/retry/retried/restart/try again) … (green/passes/passed/worked/fine/ok/pass), (green/passes/passed/fine/worked) …
  (rerun/re run/reran/re ran/second time/second try/second run/second attempt/retry/again/next time/after restart), every
  (third/second/fourth/fifth/other/tenth/few) (run/time/build/try), one (time/run/in) … (ten/five/twenty/NUM/hundred), (now
  and then/once in a while/once in while/from time to time/out of blue), (same/without) (code/change/changing) …
  (green/red/different/fails), (flaky/flakey/flickering/unreliable/nondeterministic/intermittent/wobbly),
  (pass/passes/green/works) (locally/on machine) (but/and) … (ci/fails/sometimes), not on ci, (hit/press) (rerun/retry)
  : flaky unstable intermittent | nondeterministic quarantine test unreliable random

(test/tests) (for/this/that/it/cover/case/cases/suite/first/coverage), (write/add/need/missing/no/without/more/some/any)
  (test/tests/unit test/unit tests), no tests whatsoever, (cover/covered/coverage) …, (make/be/know) (sure/certain) …
  (never/nobody/not/keeps/still) … (break/breaks/broken/work/works/again), (never/not/nobody) (break/breaks/broke/breaking)
  (it/this/that/again/) again, nobody breaks, safety net, (regression/edge case/edge cases/corner cases/happy path),
  (mock/fake/stub/pretend/simulate) …, without (real/calling/hitting/network/database),
  (untested/assert/asserts/tdd/fixture/fixtures), (is/be) (it/this/that) tested, how do i test, what should i test,
  (small/unit/fast/simple/one) (test/one) … enough, (browser/integration/manual) (test/run) … (need/enough/necessary), which
  (level/kind/sort) of test, (test at/on) which level, fix … bug … (else/also/belong)
  : test unit_test testing | coverage strategy mock regression assertion verify

(click through/clicks through/browser test/whole flow/whole journey/from login to/as user would/like user would/end to
  end/user journey/playwright/cypress/selenium), (real/headless) browser, e2e, (robot/script/machine/somebody) … (go/click)
  through, (sign up/checkout/pay/order) … (every/each/before) release
  : e2e end_to_end browser | acceptance journey test playwright

(weird/strange/random/garbage/crazy/odd/unexpected/malformed) (input/inputs/data/strings/characters),
  (fuzz/fuzzing/fuzzer/hypothesis/quickcheck/mutation), (inputs/cases) … (never/not) (think/thought) of, for (all/any/every)
  (input/inputs/value/values), round trip, chokes on
  : property fuzz mutation | generate input edge hypothesis

(test/sample/dummy/fake/realistic/seed/demo) (data/users/records/accounts/customers),
  (fixture/fixtures/factory/factories/seed), (copy/use/dump) … production (data/database) … (test/locally/laptop/dev)
  : test_data fixture data | sample synthetic seed factory

NUM (lines/line) …, (nobody/no one/somebody) (dares/dare/wants to/understands/touches/touch), (dares/scared/afraid) …
  (touch/change), (spaghetti/big ball of
  mud/mess/messy/ugly/horrible/gross/hideous/smell/smells/smelly/convoluted/unmaintainable/unreadable/god class/god object),
  (clean/tidy) … up, cleanup, (copy/copied) (paste/pasted/from/and pasted), (same/duplicate/duplicated) (code/logic/function)
  … (twice/places/everywhere/three/NUM), in (three/four/five/two/several/many/NUM) places, (too many/NUM)
  (arguments/parameters/ifs/responsibilities), no longer (used/needed), not (used/needed) (anymore/any more),
  (dead/legacy/old) code, (nobody/not) uses,
  (rename/extract/simplify/untangle/restructure/rewrite/modernise/modernize/modularize) …, (quick
  hack/hacky/workaround/shortcut/shortcuts/cut corners), (hard/difficult/impossible) to
  (read/follow/understand/change/maintain), split … (class/file/function/module), (grown/grew) (over/for) years, historically
  grown
  : refactor tech_debt debt | cleanup legacy simplify clean restructure duplication readability code

(camelcase/camel case/snake
  case/snake_case/tabs/spaces/indent/indentation/semicolon/semicolons/linter/lint/prettier/eslint/ruff/style guide/type
  hints/naming), (how/what) … (name/call) … (function/variable/class/functions/variables/file/files), (underscores/capital
  letters/uppercase/lowercase/upper case/lower case) …, (good/better) name for
  : style naming convention | formatting lint coding standard code

(take/have/cast) … (look/glance/peek) (at/over), look (over/at my/at this/at diff/at changes/at pr/at code/through),
  (second/another/pair of/fresh) (pair/eyes/eye/opinion), (what/tell me what) do you think, (is/does) (it/this/that)
  (look/ok/fine/good) (right/ok/good/like this), (any/some) feedback, sanity check, go over my, before (i/they/it/we)
  (ask/merge/merged/go in/goes in/push/others), nobody (looks/reviews/looked/reviewed),
  (lies/lying/sits/sitting/waiting/waits) … (review/week/days/weeks), (pr/pull request/diff/merge request/patch/changeset) …
  (huge/too big/big/NUM lines/lines/files/long/open/review), (request/requested) changes,
  (approve/lgtm/nitpick/nitpicking/review comment), (comments/remarks) on (pr/change/code), (can/could) (you/somebody)
  (check/look) … (change/changes/code/diff/pr)
  : review code_review | pull_request reviewer feedback merge

(drop/remove/rename/delete/change/get rid of/add) … (field/property/parameter/attribute/endpoint/route) …
  (response/request/payload/api/json/body/use/uses/client/clients/used/call), (does/do) (anybody/somebody/anyone/someone) use
  (it/that/this), (old/v1/legacy/existing) (clients/client/apps/route/endpoint/consumers/integrators) …
  (still/break/call/use/remove/calling), (break/breaks/breaking) …
  (client/clients/consumers/callers/integrations/partners/apps/existing), (mobile/partner/third party/external)
  (clients/developers/apps/integrators/partners) …, (which/what) status code, (200/201/204/400/401/403/404/409/422/429)
  (or/and/vs) …, (url/endpoint/route/path/resource) (for/name/should/look), (paging/pagination/rate
  limit/webhook/rest/graphql/grpc/openapi/swagger), expose … to (partners/customers/developers/others),
  (deprecate/sunset/phase out) …, (backward/backwards) compatible, (answer/return/respond) when … (not exist/missing/not
  find), 404 or
  : api endpoint | public rest deprecation breaking compatibility versioning contract response client

(where/which folder/which module/which layer/which package) (do/does/should/to) … (put/belong/go/live/place),
  (code/logic/class/function/file) … belong, right place for, (circular/import)
  (import/imports/dependency/dependencies/cycle),
  (layer/layers/module/modules/boundary/boundaries/coupling/coupled/microservice/microservices/monolith), split …
  (service/services)
  : architecture structure module | layer boundary design organize

(or/versus/vs) … (which/better/decide/choose/settle/convince/pick), (settle/decide) (this/it/that/on/between/once), once and
  for all, convince me, (should/shall) (we/i) (use/go with/choose/pick/switch/move/take), (help me/let us/need to/have to)
  (decide/choose), pros and cons, torn between, (better/best) (option/choice), which (of two/one is
  better/database/framework/library/language/technology/tool), {tech} or {tech}, (why/who) …
  (chose/choose/chosen/pick/picked/decided/went with/go with/decide), what (speaks/argues) (for/against), (back then/in past)
  … (decide/choose), (trade off/trade offs/tradeoff/tradeoffs), (choose/pick/prefer/take) {tech} over, (settle/agree) on one,
  (remember/record/write down/note) … (why/reasons), (get/come) to (result/conclusion/agreement/decision), i would (go
  for/prefer/rather use), (two/several/different/NUM) (ways/options/candidates/approaches) (of/to/for), reasons (for/behind)
  : decision_record decision adr | architecture choose tradeoff record rfc alternative

(try/trying/evaluate/explore/investigate/find out/feasibility/feasible/prototype/poc/proof of concept/spike)
  (out/whether/if/how/of/for/new), (is/would) (it/that/this) (possible/feasible/doable), (compare/research) …,
  (throwaway/quick) (prototype/experiment)
  : spike research prototype | experiment evaluate feasibility explore

(blind/deaf/disabled/impaired/colour blind/color blind/colourblind/dyslexic/wheelchair/elderly/arthritis), (screen
  reader/screenreader/voiceover/nvda/jaws/aria/alt text/tab key/tab order/tabbing/focus ring/contrast), (keyboard only/with
  keyboard/without mouse/only keyboard/no mouse), can not (see/read/hear) … (colour/color/text/button/screen), (zoom/zoomed)
  …, (too small/too light/too pale/hard to read) …, red and green, (by/with) (colour/color) alone
  : accessibility a11y | screen_reader keyboard contrast wcag inclusive accessible

(german/french/spanish/italian/japanese/chinese/arabic/hebrew/polish/dutch/turkish/english) …, in
  (another/other/several/multiple/different/their) language,
  (translate/translated/translations/translator/locale/locales/plural/plurals), (text/label/button) … (cut off/too
  long/truncated/not fit/overflow), (cut off/truncated) in, right to left, (date/number/currency) format, (american/european)
  (date/dates/format), (hard coded/untranslated) (text/texts/string/strings), (go/launch/expand/move/open) (to/in/into)
  {countries}, users in {countries}, (texts/strings) … (language/languages/country/countries)
  : translation localization i18n | internationalization language locale l10n translate

(button/page/form/dialog/menu/layout/screen/colour/color/font/icon/modal) … (ugly/looks/wrong
  colour/align/aligned/misaligned/overlap/overlaps/spacing/jumps/off/pixel), (looks/look)
  (ugly/wrong/off/odd/different/weird) on, (css/tailwind/figma/mockup/design system/pixel perfect/dark mode/responsive), on
  (small/mobile/phone) (screens/screen)
  : frontend design ui | css layout component style ux

(tracking/analytics/funnel/conversion/click rate/ab test/a b test/experiment/usage), (do/does/how many/how often do/which)
  (people/users/customers/anybody/somebody) … (use/using/click/clicking/read/open/need/notice), (which/what)
  (one/version/variant) (sells/converts/works/performs) (better/best), (variant/variants/split test), (measure/count) how
  (many/often), drop off, events (do/for/should), is … being used
  : analytics tracking event | experiment metric usage ab_test funnel measure

(prompt/prompts/llm/gpt/claude/hallucinate/hallucinates/hallucination/tokens per/temperature), (model/chatbot/bot)
  (says/answers/makes up/invents/hallucinates)
  : prompt model ai | llm evaluation agent
`
