// Uploads a file with tus-js-client: node upload.mjs ENDPOINT CREDENTIALS FILE NAME
import { createReadStream, statSync } from 'node:fs'
import { Upload } from 'tus-js-client'

const [endpoint, credentials, file, name] = process.argv.slice(2)
const upload = new Upload(createReadStream(file), {
  endpoint,
  uploadSize: statSync(file).size,
  chunkSize: 256 * 1024,
  headers: { Authorization: 'Basic ' + credentials },
  metadata: { filename: name, filetype: 'application/octet-stream' },
  // A killed service needs time to come back on a busy machine.
  retryDelays: Array(600).fill(1000),
  onShouldRetry: () => true,
  onChunkComplete: (_, accepted) => console.log('accepted ' + accepted),
  onAfterResponse: (_, response) => {
    const document = response.getHeader('Content-Location')
    if (document) console.log('document ' + document)
  },
  onError: (error) => {
    console.error(error)
    process.exit(1)
  },
  onSuccess: () => console.log('done'),
})
upload.start()
