# Asks as the official Ruby clients do: version 2 by Faraday, with forms nested in Rails' way; version 0.5 by
# multipart-post, with the credentials among the parameters.
require 'faraday'
require 'net/http/post/multipart'
require 'time'

BASE, FOLDER, HTTPS = ENV.values_at('BASE', 'FOLDER', 'HTTPS')
KEY, SECRET = ENV.values_at('KEY', 'SECRET')

# Tells what was answered: of a list the number of its records, of a PDF that it is one. Without `what` nothing.
def show(what, status, type, body)
  puts [what, status, type[/[^;]+/], body.b[/"total":(\d+)/, 1] || body.b[/\A%PDF/]].compact.join(' ') if what
  body
end

def call(what, method, path, params = {}, pair = [KEY, SECRET])
  client = Faraday.new(url: "#{BASE}/v2.1/") do |faraday|
    faraday.request :multipart
    faraday.request :url_encoded
    faraday.adapter :net_http
    faraday.headers['Authorization'] = "Basic #{[pair.join(':')].pack('m0')}"
  end
  answer = client.public_send(method, path, params)
  show what, answer.status, answer.headers['Content-Type'], answer.body
end

def file(name, type)
  Faraday::FilePart.new(File.join(FOLDER, name), type)
end

def call_v1(what, path, params)
  address = URI("#{BASE}/v1/#{path}")
  post = Net::HTTP::Post::Multipart.new(address.path, params.merge('api_key' => KEY, 'api_secret' => SECRET))
  answer = Net::HTTP.start(address.host, address.port) { |http| http.request(post) }
  show what, answer.code, answer['Content-Type'], answer.body
end

page = UploadIO.new(File.join(FOLDER, 'page.txt'), 'text/plain')
call_v1 'v1 send', 'send', 'to[]' => %w[2025550123 2025550124], 'filename' => page, 'tag[client]' => 'v1'
call_v1 'v1 list', 'faxList', 'start' => (Time.now.utc - 60).to_s, 'end' => (Time.now.utc + 60).to_s

files = [file('page.txt', 'text/plain'), file('Seite é.html', 'text/html')]
to = ['2025550123', '+12025550124']
sent = call 'send', :post, 'faxes', to: to, file: files, tag: { 'order no' => 'a & ü' }
id = sent[/"id":(\d+)/, 1]
200.times do
  break unless call(nil, :get, "faxes/#{id}")[/"status":"(queued|inprogress)"/]

  sleep 0.05
end
call 'send a page', :post, 'faxes', to: '2025550123', content_url: ['https://example.com/?a=1&b=2']
call 'list', :get, 'faxes', tag: { 'order no' => 'a & ü' }, created_after: (Time.now - 60).iso8601, status: 'success'
call 'file', :get, "faxes/#{id}/file"
call 'thumbnail', :get, "faxes/#{id}/file", thumbnail: 's'
call 'cancel', :post, "faxes/#{id}/cancel"
call 'number', :get, 'phone_numbers/+12025550199'
call 'wrong key', :get, 'faxes', {}, %w[x y]
call 'delete', :delete, "faxes/#{id}"

answer = Faraday.get("#{HTTPS}/v2.1/public/countries")
show 'https', answer.status, answer.headers['Content-Type'], answer.body
