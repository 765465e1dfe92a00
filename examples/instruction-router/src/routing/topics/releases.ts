/** Getting a version to customers, and back. The form is told in `topics/index.ts`. */
export const RELEASES = `
get … (out/live/out door/to customers/to users/to production/to prod/released/shipped/online), (ship/ships/shipped/shipping)
  (it/this/that/to/today/tomorrow/version/on), go (live/out), going live, push … (live/to prod/to production/out), put …
  (live/online/into production), roll … out, (bring/take) … live, out (door/to customers), (everything/all) …
  (merged/tested/approved/signed off) …, ready to (ship/release/go), are we ready, (cut/tag/publish/make/do/prepare) …
  (release/version/tag), (release/deploy/ship) (it/this/that/today/tomorrow/now/on/to/before/train/day/candidate), deploy
  (on/to/at), (npm publish/pypi/app store/play store), before (release/we release/launch/go live), (freeze/code freeze),
  launch …, hand … over to customers, next version …, when do customers get, let NUM out,
  (friday/monday/tuesday/wednesday/thursday) … (out/ship/release/deploy), (first/next) candidate
  : release deploy | ship publish checklist launch production tag process deployment

(put/bring/get/take/want/need/have/give) … (old/previous/last/earlier/prior/yesterdays/former)
  (one/version/build/state/release/code) (back/again/on/in), (put/bring/get/take) … (NUM/version/it/that) back, go back to
  (version/NUM/previous/old/last/before/yesterday/what/how), back to (version/NUM/previous/old/last/yesterday/how it), roll …
  back, (rollback/back out/backing out/revert/undo) … (deploy/release/version/deployment/rollout/update/change),
  (since/after/from) … (deploy/release/update/rollout/deployment/version) …, (new/latest/current/last/todays/yesterdays)
  (version/release/build/deploy/update) … (bad/broken/broke/rubbish/crap/terrible/worse/wrong/awful/faulty/buggy/does not
  work/crash/crashes/fails), (NUM/release/deploy/update) … (is/be) (rubbish/bad/broken/crap/a
  disaster/disaster/faulty/awful), (pull/yank/withdraw/take) … (release/version/it) (back/down/off/out), off production, was
  better before, worked (yesterday/before), (undo/revert) … (prod/production), hotfix, emergency fix, rid of …
  (update/version/release/deploy), (update/release/version/deploy) … culprit
  : rollback revert back | undo previous hotfix rolling release deploy

(hide/hidden/behind/invisible) … (until/from/yet/flag/toggle/switch), nobody (should/may/must) (see/notice) … (yet/until),
  not visible yet, (turn/switch) … (on/off) (for/without/only/in), (only/first/just) … (NUM/ten/five/few/some/one/small) …
  (percent/users/customers/accounts/tenants), (percent/percentage) of, (enable/on/only/release/roll out/available/visible) …
  for (some/few/selected/beta/certain/internal), (NUM percent/half of users/half of customers), without (new/another) deploy,
  kill switch, (gradually/step by step/little by little/bit by bit) …, (half done/half finished/unfinished/incomplete/not
  finished) … (merge/merged/ship/deploy), merge … (half done/unfinished/half finished/not finished/incomplete), dark launch,
  beta testers, (enable/disable/activate) … (for/only), let only … (use/see/try/have), only … (may/can/should) (use/see/try)
  (it/new/beta), (off/disable) … (for everybody/for all/at once), NUM percent of {users}
  : feature_flag toggle flag | rollout gradual canary switch percentage kill

(major/minor/patch) (or/version/bump/release), (which/what/next) (number/version number/version), version number,
  (bump/raise/increase) … version, in (the/a/) next (patch/minor/major), (breaking/break) change …, semver, what number, is
  (this/that/it) (a/) (breaking/major/minor/patch)
  : versioning version semver | semantic number release changelog breaking

(release/patch/update) notes, what (changed/is new/has changed/is different) (since/in/for/between/with), tell …
  (customers/users) what (is new/changed/has changed), (list/summary) of changes, changelog …, what do i write …
  (customers/users) about, announce … (feature/release/version), what do i tell {users}, (tell/inform) {users} about …
  (version/release/change/NUM)
  : changelog release_notes notes | announce version new changes

(preview/demo/test/try) (link/url/environment/instance/system/deployment), (click/clicking/try/play/poke)
  (through/around/with/it out) … (before/change/branch/feature/merged), (show/see/try) … (before/without) …
  (merge/merged/live/deploy/deploying), (marketing/designer/product owner/customer/stakeholder/boss/qa/tester) …
  (see/try/click/test/look at) … (before/change/branch), (on/in/to) staging, (sandbox/throwaway/temporary/ephemeral)
  (environment/system/copy), where can … try
  : preview staging environment | review demo temporary

(build/pipeline/ci/main/master/trunk/workflow/action/everything) (is/be/be all/go/went/has been/turned)
  (red/broken/failing/stuck), (main/master/trunk) (is/be/do) (red/broken/not build/not compile/failing), (not build/not
  compile) (any more/anymore/since), nobody can merge, broke (build/main/master), (ci/build/pipeline/check/checks)
  (fail/fails/failing/failed/broken), red (since/again/build/main/pipeline/x), who broke, (build/pipeline) … not
  (pass/run/start), compile (error/errors), (supposed to/has to/must/should) fix (it/build/main), (nobody can/can not)
  (ship/deploy/merge)
  : broken_build build ci | red pipeline failing main failure continuous integration

(ci/build/builds/pipeline/pipelines/actions/runner/workflow) … (take/takes/slow/NUM minutes/forever/wait/waiting/too
  long/ages/hour/coffee), (push/pushed) … (wait/waiting) …, (wait/waiting) … (ci/pipeline/build/runner/green/check), until i
  know whether, (add/remove/put/new) … (step/stage/job/gate/check) … (ci/pipeline/workflow/build),
  (workflow/pipeline/jenkins/gitlab) (file/yaml/yml/step/job), run … on every (push/commit/pr), automatically (on/after/when)
  … (push/merge/commit), automate …, (github actions/gitlab ci/jenkinsfile/circleci/continuous integration), faster feedback,
  (lint/linting/tests/build/checks) … (side by side/in parallel/parallel), build (machine/server/agent/minutes), (each/every)
  push
  : pipeline ci workflow | build continuous stage integration delivery automation

(app store/play store/testflight) …, (apple/google) (rejected/review), store (listing/review), on (ios/android/phones) …,
  (force/forced) update
  : mobile app store | ios android release
`
