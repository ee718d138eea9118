import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageNumbers } from './lists.ts'

test('the first, the last and the neighbours of a page are there, and no gap is of one page', () => {
  const numbers = (page: number, last: number) => pageNumbers(page, last).join(' ')
  assert.equal(numbers(1, 2), '1 2')
  assert.equal(numbers(1, 9), '1 2 0 9')
  assert.equal(numbers(4, 9), '1 2 3 4 5 0 9')
  assert.equal(numbers(5, 9), '1 0 4 5 6 0 9')
  assert.equal(numbers(6, 9), '1 0 5 6 7 8 9')
  assert.equal(numbers(500, 500), '1 0 499 500')
})
