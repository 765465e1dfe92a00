export { planId } from './plan-id.js'
