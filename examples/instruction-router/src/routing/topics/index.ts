/**
 * What software teams talk about: general knowledge of the trade, as data. Each topic is a list of cues and, behind a colon, what
 * instructions for it are likely to be called. A cue is a turn of phrase by which people tell of the topic, often without naming it:
 * `(a/b c)` has alternatives, an empty one makes it optional, `{app}` is a class of words, `…` stands for up to three words, `NUM` for
 * a number. Persons, tenses and endings say nothing.
 */
import { CODE } from './code.js'
import { OPERATIONS } from './operations.js'
import { PRACTICES } from './practices.js'
import { RELEASES } from './releases.js'
import { TEAMWORK } from './teamwork.js'
import { readTopics } from './topic.js'
import { TRUST } from './trust.js'
import { WORDS } from './word-table.js'

export { plainFormsOf } from './plain-form.js'
export type { Topic } from './topic.js'

const CLASSES = new Map([
  [
    'app',
    `site/website/shop/store/app/page/service/server/api/system/platform/portal/backend/production/prod/login/checkout/
     everything/database/db/product/cluster/homepage/intranet/payment/search/application/gateway/webshop`.replace(
      /\s+/g,
      '',
    ),
  ],
  ['users', 'users/user/customers/customer/people/clients/everybody/visitors/members/they/all'],
  ['everybody', 'everybody/users/customers/people/clients/all/visitors/i'],
  [
    'countries',
    `poland/germany/france/spain/italy/japan/china/brazil/mexico/canada/india/korea/turkey/portugal/sweden/norway/denmark/finland/
     netherlands/austria/switzerland/greece/israel/egypt/abroad`.replace(/\s+/g, ''),
  ],
  ['nobody', 'nobody/no one/no user/no customer/none of'],
  [
    'tech',
    `postgres/postgresql/mysql/mariadb/mongo/mongodb/redis/kafka/rabbit/rabbitmq/nats/sqs/react/vue/angular/svelte/rest/graphql/
     grpc/python/go/rust/java/kotlin/node/deno/bun/typescript/javascript/aws/azure/gcp/kubernetes/k8s/nomad/docker/sql/nosql/
     jest/vitest/mocha/sqlite/elastic/elasticsearch/solr/monolith/microservices/monorepo/polyrepo/npm/pnpm/yarn/maven/gradle/
     jwt/session/sessions/uuid/websockets/polling/terraform/pulumi/tailwind/django/flask/rails/spring`.replace(
      /\s+/g,
      '',
    ),
  ],
])

export const TOPICS = readTopics({
  tables: [OPERATIONS, RELEASES, CODE, TEAMWORK, TRUST, PRACTICES],
  classes: CLASSES,
  words: WORDS,
})
