require 'json'
require 'net/http'

# Gives each example a world with its name: an empty account, and a clock that stands. That of a failed example stays.
RSpec.shared_context 'faxsim' do
  let(:simulator) { ENV.fetch('FAXSIM_URL', 'http://127.0.0.1:8329') }
  # Under faxsim sweep, FAXSIM_URL names a world, which all examples share.
  let(:shared) { simulator.include?('/w/') }
  let(:faxsim) do |example|
    if shared
      control(Net::HTTP::Post, "#{simulator}/_faxsim/clock", speed: 'manual')
      control(Net::HTTP::Get, "#{simulator}/_faxsim/world")
    else
      order = { name: example.full_description, fixture: 'empty', clock: 'manual' }
      control(Net::HTTP::Post, "#{simulator}/_faxsim/worlds", **order)
    end
  end
  before { faxsim }
  after do |example|
    if example.exception
      control(Net::HTTP::Post, "#{faxsim['base_url']}/_faxsim/failure", message: example.exception.message)
    elsif !shared
      control(Net::HTTP::Delete, "#{simulator}/_faxsim/worlds/#{faxsim['id']}")
    end
  end

  # Lets the clock and the program take turns until both rest.
  def settle(timeout: '4s', quiet: '200ms')
    control(Net::HTTP::Post, "#{faxsim['base_url']}/_faxsim/clock", settle: timeout, quiet: quiet)
  end

  def control(method, url, **fields)
    address = URI(url)
    token = ENV.fetch('FAXSIM_CONTROL_TOKEN', '')
    request = method.new(address, 'Content-Type' => 'application/json', 'Authorization' => "Bearer #{token}")
    request.body = JSON.generate(fields) unless fields.empty?
    response = Net::HTTP.start(address.host, address.port) { |http| http.request(request) }
    answer = JSON.parse(response.body)
    answer.fetch('data') { raise answer['message'] }
  end
end
