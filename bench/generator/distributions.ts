import { counts, percentiles } from './curves.ts'

/**
 * The measured shapes of real catalogues. Percentiles and shares are those of real sets of tens of thousands of films;
 * a second argument is the growth of the tail beyond them, from the measured rank-size slopes. What nobody measured is
 * marked as assumed.
 */

export const titleLength = percentiles('0:2 1:4 5:6 10:8 25:11 50:15 75:20 90:27 95:32 99:44 99.9:69 100:121')
export const episodeTitleLength = percentiles('0:2 1:5 5:8 10:9 25:11 50:18 75:25 90:32 95:38 99:57 99.9:77 100:136')
export const overviewLength = percentiles(
  '0:16 1:72 5:128 10:167 25:247 50:363 75:549 90:861 95:1144 99:1744 99.9:4082 100:6766',
)
export const personNameLength = percentiles('0:5 1:8 5:9 10:10 25:11 50:13 75:15 90:17 95:18 99:21 99.9:25 100:43')
export const characterLength = percentiles('0:2 1:3 5:4 10:5 25:7 50:11 75:15 90:20 95:24 99:33 99.9:39 100:40')

export const shortShare = 0.16
export const featureMinutes = percentiles(
  '0:41 1:53 5:64 10:73 25:85 50:93 75:103 90:117 95:129 99:174 99.9:265 100:399',
)
export const shortMinutes = percentiles('0:1 1:1 5:3 10:5 25:7 50:10 75:19 90:28 95:34 99:40')

/** 12 % of the films have no cast; the percentiles of the others are moved up accordingly. */
export const castSize = percentiles('0:0 12:0 12:1 20.8:1 34:3 56:7 78:12 91.2:19 95.6:24 99.12:37 99.912:64', 1.161)
export const directors = percentiles('0:0 8:0 8:1 97:1 97:2 99:2 99.9:6', 1.2)
/** Assumed: crew besides the directors. */
export const otherCrew = percentiles('0:0 25:0 25:1 60:1 75:2 90:4 99:14 99.9:40', 1.12)
export const genreCount = counts('1:55 2:25 3:12 4:5 5:1.7 6:1.1 7:0.15 8:0.05')
export const companyCount = counts('0:7 1:56 2:24 3:9 4:2.4 5:1.1 6:0.35 7:0.1 9:0.04 11:0.01')
export const aliasCount = counts('0:66 1:25 2:5.5 3:2 4:1 6:0.4 9:0.08 13:0.02')
export const releaseRegions = percentiles('0:1 50:1 62:4 75:17 90:41 95:48 99:63 99.9:70 100:74')

/** The lower tier of votes; the upper one is of another system. */
export const voteCount = percentiles('0:5 5:5 10:7 25:11 50:30 75:112 90:592 95:2142 99:13330 99.9:55787', 1.308)
export const voteAverage = percentiles('0:1 1:1.8 5:3.1 10:3.8 25:5 50:6.1 75:7 90:7.8 95:8.3 99:9.2 99.9:9.8 100:10')
export const manyVotes = 100
export const voteAverageOfMany = percentiles(
  '0:1.2 1:2.3 5:3.5 10:4.3 25:5.3 50:6.3 75:7.1 90:7.6 95:7.9 99:8.5 99.9:8.9 100:9.4',
)
/** Assumed. */
export const popularity = percentiles('0:0 10:0.05 50:0.6 75:1.2 90:3 99:16', 1.4)

/** Credits of a person who acts; beyond the first hundredth the slope measured there (0.27 to 0.31) goes on. */
export const actorCredits = percentiles('0:1 55:1 55:2 75:3 90:9 95:15 99:35', 1.223)
/** Films of a director, and here of everybody who works behind the camera. The slope is 0.19. */
export const directorCredits = percentiles('0:1 54:1 54:2 75:3 90:6 95:10 99:23', 1.14)
/**
 * Films of a company. The slope beyond the last percentile (0.7, between those measured there and in the first
 * hundredth) makes the 1,900 films of the greatest of 10,700 companies some 30,000 among 350,000.
 */
export const companyFilms = percentiles('0:1 63:1 63:2 75:2 90:6 95:11 99:52 99.9:297', 1.625)

export const seasonCount = percentiles('0:1 55:1 55:2 75:3 90:6 95:7 99:12 99.9:20')
export const episodesPerSeason = percentiles('0:5 1:6 5:10 10:13 25:13 50:15 75:21 90:24 95:24 99:26 99.9:27')
/** Assumed: two thirds of the series are known by a few episodes only, so that there are 25 for each series. */
export const sparseEpisodes = percentiles('0:1 40:1 60:2 80:3 95:6 99:9')
/** Assumed: dailies. */
export const dailyEpisodes = percentiles('0:1000 50:1700 75:2800 90:5200 98:11000 100:15000')
export const seriesCastSize = percentiles('0:0 8:0 8:1 10:1 25:3 50:5 75:9 90:18 95:37 99:162 99.9:253')
/** Assumed. */
export const seriesCreators = counts('0:60 1:28 2:9 3:3')
export const seriesCompanyCount = counts('0:25 1:45 2:20 3:8 5:2')
export const guestCount = counts('0:12 1:24 2:22 3:16 4:10 5:7 7:5 10:3 15:1')

/** Assumed: entries that only the well-known titles have many of. */
export const translationCount = percentiles('0:0 50:0.9 75:1.5 90:4 95:8 99:22 100:36')
export const keywordCount = percentiles('0:0 40:1 60:2 75:4 90:8 99:20 100:40')
export const movieImages = percentiles('0:0 60:0.9 75:1.2 90:4 99:24 99.9:60', 1.2)
export const movieVideos = percentiles('0:0 80:0.9 90:1.2 99:6 100:30')
export const seriesImages = percentiles('0:0 60:0.9 75:1.5 90:4 99:20 99.9:50', 1.2)
export const contentRatingCount = percentiles('0:0 50:0.9 75:1.5 90:3 99:14 100:20')
export const reviewCount = percentiles('0:0 99.6:0.9 99.8:2 99.95:6 100:30')
/** Assumed: countries where a title is offered. */
export const offerCountries = percentiles('0:0 65:0 65:1 85:1 92:2 97:6 99:20 100:50')
/** Assumed: where a movie or the end of a series lies in time; 2000 to 2005 goes on at its rate until today. */
export const movieYear = percentiles(
  '0:1890 0.7:1920 1.5:1930 5.8:1940 10.3:1950 15.4:1960 20.8:1970 27:1980 34.8:1990 ' +
    '47.4:2000 58.1:2006 99.5:2026 100:2028',
)
export const seriesEndYear = percentiles('0:1950 5:1965 15:1980 30:1993 50:2007 70:2015 90:2022 100:2025.9')
export const collectionSize = counts('2:45 3:25 4:12 5:8 6:5 8:3 12:1.5 25:0.5')
/** Assumed. */
export const episodeOverview = 0.4
