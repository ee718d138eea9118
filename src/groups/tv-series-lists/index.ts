import { onTheAir } from './on-the-air.ts'

export const tvSeriesLists = [onTheAir]
