/** Words of what people do when they do not work. Where no instruction has them, they hint that a message is about no work. */
import { stemsOf } from './words.js'

export function isPrivate(stem: string): boolean {
  return PRIVATE.has(stem)
}

const PRIVATE = new Set(
  stemsOf(`
    wife husband girlfriend boyfriend mother father mom mum dad daughter son sister brother grandma grandpa kid kids baby aunt uncle
    cousin family parents wedding married birthday party funeral friend neighbour neighbor
    cat kitten dog puppy pet hamster bird garden flowers lawn balcony
    breakfast lunch dinner supper brunch snack cake cookies pizza pasta burger sandwich soup salad chocolate beer wine coffee tea
    restaurant pub bar cooking baking recipe hungry thirsty delicious tasty yummy
    weather rain rainy raining snow snowing sunny sunshine windy freezing heatwave umbrella
    weekend vacation beach holiday hiking camping skiing swimming gym yoga marathon jogging bicycle bike football soccer basketball
    tennis concert festival movie cinema film netflix series episode song album band guitar piano music novel
    doctor dentist haircut shopping groceries laundry apartment flat sofa asleep nap tired sleepy
    haha hahaha lol omg rofl lmao brb afk imo hehe xd
  `),
)
