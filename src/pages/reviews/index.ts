import { askDeletion, deleteReview, review } from './review.ts'
import { writeReviewPages } from './write-review.ts'

export const reviews = [review, ...writeReviewPages, askDeletion, deleteReview]
