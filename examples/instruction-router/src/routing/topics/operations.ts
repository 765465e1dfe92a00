/** Running a product: what breaks, what is slow, who is woken. The form is told in `topics/index.ts`. */
export const OPERATIONS = `
{app} (is/be/go/went/has gone/keep going) (down/offline/dark/dead), {app} (is not/not)
  (reachable/responding/available/loading/working/reacting), {app} (unreachable/unavailable/unresponsive), nothing
  (work/load/respond), {everybody} (get/see/have) … (error/white page/blank page/fivexx), {nobody} can … (log in/login/sign
  in/log on/sign up/pay/order/check out/connect/reach/access/open/use/buy/book/upload/save/load), {users} (can not/not able
  to/unable to) (log in/login/sign in/log on/pay/order/check out/checkout/connect/reach/open/use/buy/book/access/load), {app}
  (throw/return/give/show/spit/answer with/respond with) … (fivexx/error/errors/white page/blank page), fivexx
  (everywhere/for everybody/all over/all over place/error/errors), for (everybody/all users/all customers/all of them), on
  fire, (payments/orders/logins/requests/emails/calls/transactions/mails) … (failing/fail/time out/timing out/bounce/not go
  through/get rejected/declined), phone (ring/ringing), {users}
  (complain/complaining/calling/scream/screaming/shouting/angry/affected) …, stopped (working/responding) for,
  (prod/production) (is/be) (broken/down/dead), (broke/broken/breaking) (prod/production), (took/take/bring) … down, {app}
  (crash/crashed/collapsed/died/melting), all hands, war room, declare … incident, (error rate/errors) (spike/spiking/shot
  up/skyrocketing/through roof/exploding), (whole/entire) (site/system/platform/app/cluster) …, losing
  (money/orders/customers), big trouble, (not/no) (one/single) order …, who do i (call/wake), can not reach {app}, cluster …
  (gone/dead), (502/503/504)
  : incident outage | emergency severity downtime disruption respond response mitigate production down

why (do/did) … (happen/go down/break/fail), how (do/did/can/could) … (happen/slip through/go unnoticed), (never/not)
  (happen/occur) again, stop … happening again, prevent … happening again, what led to, how could (this/that/it), who is to
  blame, whose fault, (root/real/underlying) cause, after (incident/outage), (incident/outage/fire) is over, (is/be) running
  again, back up again, back online, analyse … (incident/outage), (write up/writeup) … (incident/outage), what went wrong
  (yesterday/last/on/that), (write/writes/writing) up … (happened/incident/outage), learn from … (outage/incident), five
  whys, timeline of, post mortem, (happen/happened) on (friday/monday/tuesday/wednesday/thursday), how come, nobody notice
  until, (make sure/ensure) … never happen, how do i (prevent/avoid) … (again/next time)
  : postmortem incident_review cause | blameless post review retrospective timeline prevent analysis root

(woke/woken/wake/waking) … (up/me/us/night), (pager/phone/pagerduty/alert/alarm/opsgenie) (go/went/keep/rang/buzz/ring),
  (all/last/middle of) night, false (alarm/alarms/positive), noisy (alert/alarm/pager), at (3am/4am/2am), (how/who) … notice
  when, only (notice/hear/learn/find out) … (from/when/by), (be told/get told/notified/get notified/be notified/get
  alerted/be alerted) (when/before/as soon as/if) …, (know/find out/see/notice) (when/before/as soon as/if) …, keep … eye on, in real
  time, how many (requests/errors/users), (cpu/memory/disk) (graph/usage/chart), ring … when,
  (tell/ping/page/alert/notify/warn) (me/us) (when/if/before), blind in production, not see what (happen/go on), (disk/queue)
  (fill up/full) …, without anybody noticing, nothing (tell/warn/alert), nobody (get/be) (message/tell/warn/alert/notify),
  (only/first) (hear/learn/find out) … from (users/customers/people/support)
  : alert monitor | observability metric dashboard notify pager threshold slo alarm oncall log trace

(swap/cover/take over/trade) … (shift/week/weekend/duty/night/on call), (whose/who has) … (shift/duty/week/pager/on call),
  who is on (call/duty), my (shift/duty week/on call week), (on call/pager) (week/duty/rota/rotation), covering …
  (weekend/night/shift), (duty/shift) (roster/rota/plan), out of hours, (laptop/phone/pager) ring (at/in/NUM), NUM am … off,
  (morning/day/time) off (after/for), (carry/hold/take) … (phone/pager), (awake/up) (half/all) night
  : on_call oncall rota | pager duty rotation shift schedule escalation alert

it (be/do) not log, nothing in (output/log/logs), no (trace/logs/log lines), can not (see/tell/find out) what happened,
  (print/console log/println) …, log (line/level/message/output/statement), (too many/too few) logs, logs (say/show) nothing,
  which request, correlate …, (what/which) … (print/log), follow … request, (through/across) … services
  : logging log observability | trace level structured monitor

take NUM (second/minute/hour/ms), takes (forever/ages/too long/so long/years/an eternity/eternity/long),
  (is/be/feel/get/run/so/very/too/painfully/terribly/awfully/damn) (slow/slower/sluggish/laggy/crawling/snail),
  (crawl/crawls/sluggish/laggy/lagging/snappier/snappy), (wait/waiting) … (second/minute/ages/forever) …
  (load/open/render/appear), (load/loads/loading/open/render) … (forever/slowly/NUM second/ages/slow),
  (cpu/memory/ram/load/disk/heap) … (at NUM/full/high/NUM/through roof/peg/pegged/maxed), (out of/run out of) memory, oom
  killed, memory (leak/grows/keeps growing/climb), (leak/leaks/leaking) memory, time out … under load, spinner …, faster,
  speed … up, make … (fast/faster/quicker), (freeze/freezes/freezing/stutter), (hot path/hotspot/profiler/flame graph/slow
  down/slowed down/slowness), where … time (go/goes/spent), n plus one, (NUM gb/NUM mb) (of ram/of memory/memory/ram/bundle),
  not finish … (before/in time/by/until), (grow/climb/rise) to NUM … (gb/gigabyte/mb/percent)
  : performance slow | profile latency speed optimize optimisation optimization bottleneck memory fast

(query/select/join/report/sql) … (slow/long/forever/ages/minute/second/full table scan), (missing/add/use/need) … index,
  (explain/explain analyze) …, seq scan, (one/single/that) (query/select) …, (query/queries) per (page/request)
  : query index database | slow optimisation optimization performance sql plan

(survive/withstand/hold/cope/handle/take) … (traffic/load/users/rush/peak/black friday/christmas/launch/onslaught/requests),
  how many (users/requests/concurrent) can, (black friday/cyber monday/peak season/big launch/tv spot), hold up,
  (ten/NUM/hundred/twice/double) times (as many/more/traffic) …, (enough/more) (servers/capacity/machines/headroom), break
  under, at scale, scale (up/out/to)
  : load_test capacity stress | scale scaling throughput performance peak

(deleted/dropped/lost/wiped/overwrote/overwritten/truncated/erased/destroyed/purged/corrupted/removed) …
  (rows/table/database/data/records/orders/customers/customer/file/files/bucket/volume/by accident/by mistake/accidentally),
  (accidentally/mistakenly) (deleted/dropped/lost/wiped/overwrote/truncated/erased/removed),
  (rows/table/database/data/records/orders/file/files/everything) … (is/be/are/all/suddenly)
  (gone/lost/missing/vanished/corrupt/empty), get … (data/rows/table/records/file/orders/them/it) back, can i get … back,
  (bring/put) back … (data/rows/table), (data center/datacenter/server/region/database/disk/office) …
  (burn/burns/burned/dies/die/explode/vanish/vanishes/flood/fails/fire/breaks), (worst case/ransomware), what would i have
  left, (restore/recover) …, undelete, last (nights/night) (copy/dump), (dump/snapshot) of, lose everything,
  (wipe/delete/drop) … wrong (bucket/table/folder/database/disk)
  : backup restore disaster | recovery recover failover snapshot continuity

(cloud/aws/azure/gcp) (bill/cost/costs/invoice/spend), (bill/costs/spend/spending) … (doubled/exploded/too
  high/tripled/skyrocketed/went up), (pay/paying/spend/spending) … (too much/so much/a lot) for, (cheaper/money) …, save
  money, (idle/unused/oversized) (instances/machines/servers), (expensive/budget), what does … cost, (invoice/bill) …
  (double/explode/high/month), (pay/spend) … month
  : cost budget spending | finops cloud expensive saving bill

(terraform/pulumi/cloudformation/ansible), (clicked/click) … (together/console), (by hand/manually) in … (console/aws/cloud),
  (new/another/bigger) (server/bucket/vm/machine/cluster/load balancer/queue/dns entry/subnet), (spin/bring) up …, provision
  …, state (file/lock), (firewall rule/security group/dns record)
  : infrastructure terraform provisioning | cloud iac resource server

(docker/container/dockerfile) …, (image/images) (is/be/are/get) … (big/huge/large/NUM gb/slow), NUM (gb/gig/gigs)
  (image/docker/to pull), (pull/pulling) … image, base image, (inside/in) container, as root in, docker (build/compose/push)
  : docker container image | dockerfile build

(pod/pods/kubectl/helm/k8s/kubernetes/ingress/crashloopbackoff/replicas), (container/pod/service) …
  (restart/restarts/restarting) (again/over/all time/constantly/every), (evicted/oomkilled/imagepullbackoff),
  (readiness/liveness) probe
  : kubernetes deployment cluster | helm container manifest probe pod

(stale/yesterdays/outdated/old) (price/prices/data/values/content/version) … (see/shown/show/displayed/though/although/even
  though), (see/seeing/show/shows/showing/get/served) … (yesterdays/stale/old) (price/prices/data/value/content), cached
  (page/response/value/version/data), (hard reload/hard refresh/clear cache/ctrl f5/purge/bust), (redis/memcached/cdn), after
  … refresh, refresh … twice, (same/again and again) … (computed/calculated/fetched/query) every (time/request), (ttl/etag)
  : cache caching invalidation | stale ttl

(environment/env) (variable/variables/vars/var/file), (different/works) (in/on) … (prod/production/staging) …
  (staging/prod/dev/production), works (in/on) (staging/dev/test) (but/and) …, (wrong/points to/talks to/connects to) …
  (host/url/database/server/endpoint/smtp/environment), (setting/settings/config/configuration/yaml) …, hard coded
  (url/host/path/value), (configurable/per environment)
  : configuration config environment | settings variable env

(queue/job/jobs/worker/cron/cronjob/batch/nightly/scheduler/scheduled) … (stuck/pile up/piling up/not run/did not
  run/backlog/failed/twice/hang/hangs)
  : job queue scheduled | worker cron background batch

(runbook/playbook), (step by step/what steps/which steps) … (when/if), in which order do i, who knows what to do when
  : runbook playbook procedure | operations checklist steps
`
