require 'json'
require 'net/http'

# Gives each example a world with its name: an empty account, and a clock that stands.
RSpec.shared_context 'faxsim' do
  let(:faxsim) do |example|
    control(Net::HTTP::Post, '/_faxsim/worlds', name: example.full_description, fixture: 'empty', clock: 'manual')
  end
  before { faxsim }
  after { control(Net::HTTP::Delete, "/_faxsim/worlds/#{faxsim['id']}") }

  def control(method, path, **fields)
    address = URI(ENV.fetch('FAXSIM_URL', 'http://127.0.0.1:8329') + path)
    token = ENV.fetch('FAXSIM_CONTROL_TOKEN', '')
    request = method.new(address, 'Content-Type' => 'application/json', 'Authorization' => "Bearer #{token}")
    request.body = JSON.generate(fields)
    response = Net::HTTP.start(address.host, address.port) { |http| http.request(request) }
    answer = JSON.parse(response.body)
    answer.fetch('data') { raise answer['message'] }
  end
end
