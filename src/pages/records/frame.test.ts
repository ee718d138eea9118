import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, nothing } from '../html.ts'
import { recordFrame } from './frame.ts'

const shown = (sections: Parameters<typeof recordFrame>[0]['sections']) =>
  recordFrame({ head: html`<header></header>`, sections }).text.replace(/\s+/g, ' ').trim()

test('sections stand in the order of the slots, whatever order they come in, and empty ones show nothing', () => {
  const some = {
    images: html`images`,
    ids: html`ids`,
    reviews: html`reviews`,
    facts: html`facts`,
    watch: html`watch`,
    orders: nothing,
  }
  assert.equal(
    shown(some),
    '<article class="record"> <header></header> <div class="record-columns with-facts"> ' +
      '<div class="record-main">watchreviews</div> <div class="record-beside">facts</div> ' +
      '<div class="record-below">ids</div> <div class="record-last">images</div> </div> </article>',
  )
})

test('without facts the main column has the whole width', () => {
  assert.match(
    shown({ people: html`people`, facts: html` ` }),
    /class="record-columns"> <div class="record-main">people/,
  )
})
